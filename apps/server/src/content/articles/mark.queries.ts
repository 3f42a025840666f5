import { listed } from '../../platform/db/conditions.ts';
import type { Trx } from '../../platform/db/schema.ts';

export function findMarks(trx: Trx, id: number) {
  return trx
    .selectFrom('articles')
    .select(['pinned', 'recommended', 'featured'])
    .where('id', '=', id)
    .where(listed)
    .executeTakeFirst();
}

export async function setMarks(
  trx: Trx,
  id: number,
  marks: { pinned?: number; recommended?: number; featured?: number; featuredPosition?: number },
) {
  await trx.updateTable('articles').set(marks).where('id', '=', id).execute();
}
