/** Bytes in megabytes, with one decimal. */
export const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;
