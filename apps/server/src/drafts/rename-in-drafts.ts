import type { ArticleContent } from '@mojian/contract/article-content';
import type { Trx } from '../db/schema.ts';
import { changeDraft, passVersion } from './drafts.queries.ts';
import { listDraftsWith } from './rename.queries.ts';

/** Has drafts follow a category that got another name; '' for none. Who has one open is told that it changed. */
export function renameCategoryInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) => (content.category === name ? { ...content, category: to } : content));
}

/** The same of a tag. A draft that has both names has the one once. */
export function renameTagInDrafts(trx: Trx, name: string, to: string) {
  return rewrite(trx, name, (content) =>
    content.tags.includes(name)
      ? { ...content, tags: [...new Set(content.tags.map((tag) => (tag === name ? to : tag)))] }
      : content,
  );
}

async function rewrite(trx: Trx, name: string, change: (content: ArticleContent) => ArticleContent) {
  for (const { articleId, content } of await listDraftsWith(trx, JSON.stringify(name))) {
    const before = JSON.parse(content) as ArticleContent;
    const after = change(before);
    if (after === before) continue;
    await passVersion(trx, articleId);
    await changeDraft(trx, articleId, { content: JSON.stringify(after) });
  }
}
