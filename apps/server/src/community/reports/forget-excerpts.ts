import { dropUnshown } from '../../core/uploads/drop-picture.ts';
import { dayLength } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { readExcerpt } from './excerpt.ts';
import * as queries from './reports.queries.ts';

const keptDays = 90;
const rowsAtOnce = 100;

/**
 * Forgets what was handed over of the chat ninety days after it was settled, with pictures that only stood there any
 * more. The privacy text promises so.
 */
export async function forgetExcerpts(db: Db, now = Date.now()) {
  const until = now - keptDays * dayLength;
  while (await db.transaction().execute((trx) => forgetSome(trx, until)));
}

async function forgetSome(trx: Trx, until: number) {
  const some = await queries.listExcerpts(trx, until, rowsAtOnce);
  if (some.length === 0) return false;
  await queries.emptyExcerpts(
    trx,
    some.map(({ id }) => id),
  );
  const lines = some.flatMap(({ excerpt }) => readExcerpt(excerpt));
  for (const { picture, senderId } of lines.filter((line) => line.picture !== ''))
    await enqueue(trx, dropUnshown, { url: picture, userId: senderId });
  return true;
}
