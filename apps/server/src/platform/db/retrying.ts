import { Kysely, type Transaction } from 'kysely';
import { isStillReferenced } from './errors.ts';

const deadlock = '40P01';
const attempts = 4;

/**
 * Runs a transaction again that PostgreSQL ended because it and another waited for each other's rows, or because a row it
 * removes got one more that needs it. Nothing of it was written, and what it has done besides waits in the outbox: so whatever runs in a transaction must bear to be run twice.
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
    const isPassing = (error as { code?: string }).code === deadlock || isStillReferenced(error);
    if (left <= 1 || !isPassing) throw error;
    return again(run, left - 1);
  }
}
