import { mentionedIn, renderComment } from '../../content/text/comment-text.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findMentioned } from './mentions.ts';

/**
 * Changes the text of a comment for the site, as when its address changes: it is neither judged again nor counted as
 * edited. Pages are dropped by the caller. Returns whether it was changed.
 */
export async function rewriteComment(
  { db, siteUrl }: { db: Db; siteUrl: string },
  id: number,
  change: (text: string) => string,
): Promise<boolean> {
  const before = await db.selectFrom('comments').select(['text', 'html']).where('id', '=', id).executeTakeFirst();
  const text = before && change(before.text);
  if (!before || text === undefined || text === before.text) return false;
  const known = mentionedIn(before.html);
  const mentions = (await findMentioned(db, text)).filter((one) => known.includes(one.id));
  const html = await renderComment(text, mentions, siteUrl);
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ text, html })
    .where('id', '=', id)
    .where('text', '=', before.text)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
