import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { mostTags } from '@mojian/contract/platform/rules';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { writeTags } from '../articles/save-article.ts';
import { isReadable, mayRemove } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';

type Wanted = { id: number; tag: string; isAdded: boolean };
type Told = { before: { tags: string[] }; after: { tags: string[] } };

/**
 * Gives an article a tag, or takes it away: what readers see and what its author goes on writing. Who has it open is told
 * that it changed.
 * @throws Failure not-found for what the viewer may not see; invalid-input when it has as many as it may.
 */
export function tagArticle(
  db: Db,
  viewer: Viewer,
  { id, tag, isAdded }: Wanted,
  also: (trx: Trx, told: Told) => Promise<unknown>,
) {
  const change = (tags: string[]) => (isAdded ? withTag(tags, tag) : tags.filter((one) => one !== tag));
  return db.transaction().execute(async (trx) => {
    await queries.passVersion(trx, id);
    const article = await queries.findWithDraft(trx, id);
    if (!article || article.removedAt !== null || !mayRemove(viewer, article))
      throw new Failure('not-found', '文章不存在', 'id');
    const shown = await queries.listTagNames(trx, id);
    const draft = article.content === null ? null : (JSON.parse(article.content) as ArticleContent);
    if (draft) await queries.changeDraft(trx, id, { content: JSON.stringify({ ...draft, tags: change(draft.tags) }) });
    if (isReadable(article)) await writeTags(trx, id, change(shown));
    await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
    const before = draft?.tags ?? shown;
    await also(trx, { before: { tags: before }, after: { tags: change(before) } });
  });
}

function withTag(tags: string[], tag: string) {
  if (tags.includes(tag)) return tags;
  if (tags.length >= mostTags) throw new Failure('invalid-input', `已经有 ${mostTags} 个标签了`, 'tag');
  return [...tags, tag];
}
