import pg from 'pg';
import { sayRunning } from '../db/copies/site-lock.ts';
import { type Notice, type Push, pushInProcess } from './push.ts';

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

  async function listen() {
    const fresh = new pg.Client({ connectionString: url });
    fresh.on('error', () => void reconnect());
    fresh.on('notification', ({ payload }) => void local.publish(JSON.parse(payload ?? '{}') as Notice));
    await fresh.connect();
    await sayRunning(fresh);
    await fresh.query(`listen ${channel}`);
    return fresh;
  }

  async function reconnect() {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
      try {
        client = await listen();
        return onGap();
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
