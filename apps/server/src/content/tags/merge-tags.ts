import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { renameTagInDrafts } from '../drafts/rename-in-drafts.ts';
import * as queries from './merge.queries.ts';

type Merge = { ids: number[]; into: number; try: boolean };

/**
 * Gives every article of the tags the one tag instead, and deletes them; drafts follow. With `try` it only tells what
 * would happen.
 * @throws Failure not-found when one of them is gone; invalid-input when there is nothing to merge.
 */
export function mergeTags(db: Db, viewer: Viewer, merge: Merge) {
  return db.transaction().execute((trx) => run(trx, viewer, merge));
}

async function run(trx: Trx, viewer: Viewer, { ids, into, try: isTrial }: Merge) {
  const others = ids.filter((id) => id !== into);
  if (others.length === 0) throw new Failure('invalid-input', '请选择要并进来的标签', 'ids');
  const tags = await queries.listTags(trx, [...others, into]);
  const target = tags.find(({ id }) => id === into);
  if (!target || tags.length !== others.length + 1) throw new Failure('not-found', '其中有的标签已经不在了');
  const gone = tags.filter(({ id }) => id !== into).map(({ name }) => name);
  const articles = await queries.countNew(trx, others, into);
  if (!isTrial) {
    await queries.moveArticles(trx, others, into);
    for (const name of gone) await renameTagInDrafts(trx, name, target.name);
    await recordAct(trx, viewer, {
      ...{ act: 'tags.merge', subject: `tag:${into}` },
      before: { names: gone },
      after: { name: target.name, articles },
    });
    await enqueue(trx, 'drop-pages', { tags: ['articles', 'site'] });
  }
  return { into: target.name, gone, articles };
}
