import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Trx } from '../../platform/db/schema.ts';
import { passVersion } from './article-rows.ts';
import { changeDraft, findDraft, listDraftsWith } from './draft-rows.ts';

/** Renames a category in drafts ('' for none); open editors get an event. */
export function renameCategoryInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) => (content.category === name ? { ...content, category: to } : null));
}

/** Renames a tag in drafts; a draft with both names keeps one. */
export function renameTagInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) =>
    content.tags.includes(name)
      ? { ...content, tags: [...new Set(content.tags.map((tag) => (tag === name ? to : tag)))] }
      : null,
  );
}

/** `change` returns null for a draft without the name. */
async function rewrite(trx: Trx, name: string, change: (content: ArticleContent) => ArticleContent | null) {
  const isMeant = (content: string) => change(JSON.parse(content)) !== null;
  for (const { articleId, content } of await listDraftsWith(trx, JSON.stringify(name))) {
    if (!isMeant(content)) continue;
    await passVersion(trx, articleId);
    // Read again under the lock: its author may have saved meanwhile.
    const held = await findDraft(trx, articleId);
    const after = held && change(JSON.parse(held.content));
    if (after) await changeDraft(trx, articleId, { content: JSON.stringify(after) });
  }
}

/** Changes the stored text of a draft, as when the site's address changes; open editors get an event. */
export async function rewriteDraft(trx: Trx, id: number, change: (content: string) => string): Promise<boolean> {
  await passVersion(trx, id);
  const held = await findDraft(trx, id);
  const content = held && change(held.content);
  if (!held || content === undefined || content === held.content) return false;
  await changeDraft(trx, id, { content });
  return true;
}

/**
 * Moves a draft along when its article changes series; open editors get an event. A draft that names another series
 * than `from` stays.
 */
export async function followSeriesInDraft(trx: Trx, id: number, { from, to }: { from?: number; to: number | null }) {
  await passVersion(trx, id);
  const held = await findDraft(trx, id);
  if (!held) return;
  const draft = JSON.parse(held.content) as ArticleContent;
  if (from !== undefined && draft.seriesId !== from) return;
  await changeDraft(trx, id, { content: JSON.stringify({ ...draft, seriesId: to }) });
}
