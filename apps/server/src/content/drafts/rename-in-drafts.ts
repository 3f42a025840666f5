import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Trx } from '../../platform/db/schema.ts';
import { changeDraft, findDraft, findWithDraft, listDraftsWith, passVersion } from './drafts.queries.ts';

/** Has drafts follow a category that got another name; '' for none. Who has one open is told that it changed. */
export function renameCategoryInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) => (content.category === name ? { ...content, category: to } : null));
}

/** The same of a tag. A draft that has both names has the one once. */
export function renameTagInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) =>
    content.tags.includes(name)
      ? { ...content, tags: [...new Set(content.tags.map((tag) => (tag === name ? to : tag)))] }
      : null,
  );
}

/** `change`: nothing for a draft that has not got the name. */
async function rewrite(trx: Trx, name: string, change: (content: ArticleContent) => ArticleContent | null) {
  const isMeant = (content: string) => change(JSON.parse(content)) !== null;
  for (const { articleId, content } of await listDraftsWith(trx, JSON.stringify(name))) {
    if (!isMeant(content)) continue;
    await passVersion(trx, articleId);
    // read once more now that the row is held: its author may have saved meanwhile
    const held = await findDraft(trx, articleId);
    const after = held && change(JSON.parse(held.content));
    if (after) await changeDraft(trx, articleId, { content: JSON.stringify(after) });
  }
}

/**
 * Has the draft of an article follow it into another series, or out of the one it left. Whoever has it open is told that it
 * changed. A draft whose author chose another series than `from` keeps it.
 */
export async function followSeriesInDraft(trx: Trx, id: number, { from, to }: { from?: number; to: number | null }) {
  await passVersion(trx, id);
  const article = await findWithDraft(trx, id);
  if (!article?.content) return;
  const draft = JSON.parse(article.content) as ArticleContent;
  if (from !== undefined && draft.seriesId !== from) return;
  await changeDraft(trx, id, { content: JSON.stringify({ ...draft, seriesId: to }) });
}
