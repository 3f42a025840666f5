import { Kysely, type Transaction } from 'kysely';

const deadlock = '40P01';
const attempts = 4;

/**
 * Runs a transaction again that PostgreSQL ended because it and another waited for each other's rows. Nothing of it was
 * written, and what it has done besides waits in the outbox: so whatever runs in a transaction must bear to be run twice.
 */
export class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => again(() => execute(work));
    return builder;
  }
}

async function again<Result>(run: () => Promise<Result>, left = attempts): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (left <= 1 || (error as { code?: string }).code !== deadlock) throw error;
    return again(run, left - 1);
  }
}
