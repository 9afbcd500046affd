/** The lines of seats differ by their dashes as well as by their colours. */
export const DASHES = ['none', '9 4', '3 3', '12 4 3 4', '6 2', '2 5', '15 5', '8 3 2 3 2 3'];
