import type { adminTags } from '@mojian/contract/content/tags';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { renameTagInDrafts } from '../article-rows/rename-in-drafts.ts';
import * as queries from './tags.queries.ts';
import { removeUnusedTags } from './tags.ts';

export async function listAdminTags(db: Db, query: Input<typeof adminTags.list>['query']) {
  const [rows, total] = await Promise.all([
    queries.listFilteredTags(db, query, sliceOf(query)),
    queries.countTags(db, query),
  ]);
  const records = rows.map((row) => ({ ...row, articles: Number(row.articles) }));
  return inPages(records, total, query);
}

type Renaming = { id: number; before: string; name: string };

/** Renames a tag, in drafts too. @throws Failure not-found; stale; taken: then merge them */
export async function renameTag(db: Db, viewer: Viewer, renaming: Renaming) {
  await db
    .transaction()
    .execute((trx) => rename(trx, viewer, renaming))
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Failure('taken', '已经有这个标签，可以把两个合并', 'name') : error;
    });
  return null;
}

async function rename(trx: Trx, viewer: Viewer, { id, before, name }: Renaming) {
  if (!(await queries.changeName(trx, id, before, name))) {
    if (!(await queries.findWholeTag(trx, id))) throw new Failure('not-found', '标签不存在', 'id');
    throw new Failure('stale', '别人刚改过这个标签，请刷新后再改');
  }
  await renameTagInDrafts(trx, before, name);
  const change = { before: { name: before }, after: { name } };
  await recordAct(trx, viewer, { act: 'tags.rename', subject: `tag:${id}`, ...change });
  await enqueue(trx, 'drop-pages', { tags: ['articles', 'site'] });
}

/** Deletes those that no article has, trash included. */
export function deleteTags(db: Db, viewer: Viewer, ids: number[]) {
  return each(ids, (id) => db.transaction().execute((trx) => remove(trx, viewer, id)));
}

async function remove(trx: Trx, viewer: Viewer, id: number) {
  const tag = await queries.findWholeTag(trx, id);
  if (!tag) throw new Failure('not-found', '标签不存在', 'id');
  if ((await removeUnusedTags(trx, [id])) === 0)
    throw new Failure('invalid-input', `还有文章用着「${tag.name}」`, 'id');
  await recordAct(trx, viewer, { act: 'tags.remove', subject: `tag:${id}`, before: { name: tag.name } });
}

type Merge = { ids: number[]; into: number; try: boolean };

/**
 * Replaces the tags by one and deletes them, in drafts too; with `try` only counts.
 * @throws Failure not-found when one is missing; invalid-input when there is nothing to merge
 */
export function mergeTags(db: Db, viewer: Viewer, merge: Merge) {
  return db.transaction().execute((trx) => run(trx, viewer, merge));
}

async function run(trx: Trx, viewer: Viewer, { ids, into, try: isTrial }: Merge) {
  const others = ids.filter((id) => id !== into);
  if (others.length === 0) throw new Failure('invalid-input', '请选择要并进来的标签', 'ids');
  const tags = await queries.listTagsById(trx, [...others, into]);
  const target = tags.find(({ id }) => id === into);
  if (!target || tags.length !== others.length + 1) throw new Failure('not-found', '其中有的标签已经不在了');
  const gone = tags.filter(({ id }) => id !== into).map(({ name }) => name);
  const articles = await queries.countNew(trx, others, into);
  if (!isTrial) {
    await queries.moveToTag(trx, others, into);
    for (const name of gone) await renameTagInDrafts(trx, name, target.name);
    await recordAct(trx, viewer, {
      act: 'tags.merge',
      subject: `tag:${into}`,
      before: { names: gone },
      after: { name: target.name, articles },
    });
    await enqueue(trx, 'drop-pages', { tags: ['articles', 'site'] });
  }
  return { into: target.name, gone, articles };
}
