/** The workers of other tabs, which may be at the same tables. */

export interface Channel {
  send(subject: string, text: string): void;
  listen(heard: (subject: string, text: string) => void): void;
}

const TABS = 'stammtisch-tables';

/** Whatever one tab sends arrives in all others. */
export function openChannel(): Channel {
  const tabs = new BroadcastChannel(TABS);
  return {
    send: (subject, text) => tabs.postMessage([subject, text]),
    listen: (heard) => {
      tabs.onmessage = ({ data }: MessageEvent<[string, string]>) => heard(...data);
    },
  };
}
