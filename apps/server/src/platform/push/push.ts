import type pg from 'pg';
import { processName, takeRunningLock } from '../db/copies/site-lock.ts';

/** Notification to every process of the site, with names and ids only. */
export type Notice = { topic: string; ids: string[] };

/** Publish and subscribe within this process or, on PostgreSQL, across all processes. */
export type Push = {
  publish(notice: Notice): Promise<void>;
  subscribe(listener: (notice: Notice) => void): void;
  close(): Promise<void>;
};

/** Push for a site with one process. */
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
 * Push over LISTEN/NOTIFY; a sender receives its own notices too. While the connection is lost, every two seconds, and once
 * it listens again it calls `onGap`: notices may have been missed. `name`: of this process.
 */
export async function pushByPostgres(url: string, onGap: () => void, name = ''): Promise<Push> {
  const local = pushInProcess();
  let closed = false;
  let client = await listen();

  /** Reconnects only connections that have listened; one that fails before is retried by the loop that opened it. */
  async function listen() {
    const { connectPostgres } = await import('../db/postgres-client.ts');
    const fresh = await connectPostgres(url, name && processName(name));
    fresh.on('notification', ({ payload }) => void local.publish(JSON.parse(payload ?? '{}') as Notice));
    try {
      await takeRunningLock(fresh);
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
      onGap();
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
      if (closed) return;
      try {
        client = await listen();
        if (closed) close(client);
        else onGap();
        return;
      } catch {
        // unreachable: the next round tries again
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
