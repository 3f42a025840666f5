import type { FastifyInstance, FastifyReply } from 'fastify';
import { requireWritable } from '../db/dialect.ts';
import type { Db } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** Milliseconds a check may take. */
const timeoutMs = 3000;
/** Milliseconds for which a result is reused: checking a bucket takes three requests, the database one short read. */
const databaseCheckedFor = 1000;
const storageCheckedFor = 30_000;
const failureCachedFor = 1000;

/** Whether the site can serve requests. Proxies may ask as often as they like: checks are shared and reused. */
export class Readiness {
  readonly #checks: (() => Promise<boolean>)[];

  constructor({ db, storage }: { db: Db; storage: Storage }) {
    this.#checks = [
      reused(databaseCheckedFor, async () => {
        await db.selectFrom('settings').select('name').limit(1).execute();
        await requireWritable(db);
      }),
      reused(storageCheckedFor, () => storage.check()),
    ];
  }

  async isReady() {
    const results = await Promise.all(this.#checks.map((check) => check()));
    return results.every(Boolean);
  }
}

/** Shares a check, and reuses whether it succeeded for this many milliseconds. */
function reused(milliseconds: number, work: () => Promise<unknown>) {
  let last: { result: Promise<boolean>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.result;
    const check = { result: succeeds(work), until: Number.POSITIVE_INFINITY };
    void check.result.then((ok) => {
      check.until = performance.now() + (ok ? milliseconds : failureCachedFor);
    });
    last = check;
    return check.result;
  };
}

async function succeeds(work: () => Promise<unknown>) {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timeout')), timeoutMs).unref();
  try {
    await Promise.race([work(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: it can serve requests; `drainConnections` fails it before a stop. No
 * details, no rate limit, no log.
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness) {
  app.get('/healthz', (_request, reply) => answer(reply, true));
  app.get('/readyz', async (_request, reply) => answer(reply, await readiness.isReady()));
}

function answer(reply: FastifyReply, ok: boolean) {
  return reply
    .code(ok ? 200 : 503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(ok ? 'ok\n' : 'not ready\n');
}
