import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** Last finished run of a job. `took`: milliseconds; `failure`: '' on success. */
export type Run = { startedAt: number; took: number; failure: string };
/** A job as all processes know it. */
type SharedRun = { isRunning: boolean; startedAt: number; last: Run | undefined };

/** Right to run a job, renewed while it runs. */
type Claim = { finish: (run: Run) => Promise<void> };

type Row = { name: string; startedAt: number; heldUntil: number; lastAt: number | null; took: number; failure: string };

/** A claim that is not renewed, because its process died, ends after a minute. */
const lease = 60_000;
const renewEvery = 20_000;
/** The database's clock, which all processes share. */
const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

const withRuns = (db: Db) => db.withTables<{ jobRuns: Row }>();

/** Runs of jobs, shared by the processes of a site on PostgreSQL: each job runs once in its interval. */
export class SharedRuns {
  readonly #db: ReturnType<typeof withRuns>;

  constructor(db: Db) {
    this.#db = withRuns(db);
  }

  /** Claims a job unless it runs anywhere, or began less than `milliseconds` ago. */
  async claim(name: string, milliseconds: number): Promise<Claim | undefined> {
    const begun = { startedAt: now, heldUntil: sql<number>`${now} + ${lease}` };
    const row = await this.#db
      .insertInto('jobRuns')
      .values({ name, ...begun, lastAt: null, took: 0, failure: '' })
      .onConflict((known) =>
        known
          .column('name')
          .doUpdateSet(begun)
          .where('jobRuns.heldUntil', '<=', now)
          .where('jobRuns.startedAt', '<=', sql<number>`${now} - ${milliseconds}`),
      )
      .returning('startedAt')
      .executeTakeFirst();
    return row && this.#claimOf(name, row.startedAt);
  }

  /** State and last run of each job that has ever run, by name. */
  async list(): Promise<Map<string, SharedRun>> {
    const rows = await this.#db.selectFrom('jobRuns').selectAll().select(now.as('now')).execute();
    return new Map(
      rows.map(({ name, startedAt, heldUntil, lastAt, took, failure, now }) => [
        name,
        {
          isRunning: heldUntil > now,
          startedAt,
          last: lastAt === null ? undefined : { startedAt: lastAt, took, failure },
        },
      ]),
    );
  }

  #claimOf(name: string, startedAt: number): Claim {
    const own = this.#db.updateTable('jobRuns').where('name', '=', name).where('startedAt', '=', startedAt);
    const renew = () => own.set({ heldUntil: sql<number>`${now} + ${lease}` }).execute();
    const timer = setInterval(() => void renew().catch(() => {}), renewEvery).unref();
    return {
      async finish({ startedAt: lastAt, took, failure }) {
        clearInterval(timer);
        await own.set({ heldUntil: 0, lastAt, took, failure }).execute();
      },
    };
  }
}
