/** A short notice to every process of the site. Only names and ids travel, never content. */
export type Notice = { topic: string; ids: string[] };

/** Carries notices to all who listen, in this process or, on PostgreSQL, in every process of the site. */
export type Push = {
  publish(notice: Notice): Promise<void>;
  subscribe(listener: (notice: Notice) => void): void;
  close(): Promise<void>;
};

/** For a site of one process. */
export function pushInProcess(): Push {
  const listeners = new Set<(notice: Notice) => void>();
  return {
    publish: async (notice) => {
      for (const listener of listeners) listener(notice);
    },
    subscribe: (listener) => void listeners.add(listener),
    close: async () => {},
  };
}
