import type pg from 'pg';
import { sayRunning } from '../db/copies/site-lock.ts';
import { connectPostgres } from '../db/postgres-client.ts';

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

const channel = 'mojian';
const retryAfter = 2000;
/** PostgreSQL refuses a payload of 8,000 bytes. */
const idsAtOnce = 100;

/**
 * Carries notices between processes with LISTEN/NOTIFY. A notice comes back to its sender the same way as to the others.
 * After a lost connection it listens again and tells `onGap`, since notices may have been missed.
 */
export async function pushByPostgres(url: string, onGap: () => void): Promise<Push> {
  const local = pushInProcess();
  let closed = false;
  let client = await listen();

  /** A connection counts as lost only once it listens: one that fails before is tried again by the loop that opened it. */
  async function listen() {
    const fresh = await connectPostgres(url);
    fresh.on('notification', ({ payload }) => void local.publish(JSON.parse(payload ?? '{}') as Notice));
    try {
      await sayRunning(fresh);
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      close(fresh);
      throw error;
    }
    fresh.once('end', () => void reconnect());
    return fresh;
  }

  async function reconnect() {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
      if (closed) return;
      try {
        client = await listen();
        if (closed) close(client);
        else onGap();
        return;
      } catch {
        // still away: the next round tries again
      }
    }
  }

  return {
    async publish({ topic, ids }) {
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const payload = JSON.stringify({ topic, ids: ids.slice(start, start + idsAtOnce) });
        await client.query('select pg_notify($1, $2)', [channel, payload]);
      }
    },
    subscribe: local.subscribe,
    async close() {
      closed = true;
      await client.end();
    },
  };
}

function close(client: pg.Client) {
  void client.end().catch(() => {});
}
