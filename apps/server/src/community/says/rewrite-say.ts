import { withUgcLinks } from '../../content/text/comment-text.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff } from '../../platform/http/viewer.ts';
import { renderSay } from './write-say.ts';

/**
 * Changes the text of a say for the site, as when its address changes: it is not judged again. Pages are dropped by the
 * caller. Returns whether it was changed.
 */
export async function rewriteSay(
  { db, siteUrl }: { db: Db; siteUrl: string },
  id: number,
  change: (text: string) => string,
): Promise<boolean> {
  const before = await db
    .selectFrom('says')
    .innerJoin('users', 'users.id', 'says.authorId')
    .select(['says.text', 'users.role'])
    .where('says.id', '=', id)
    .executeTakeFirst();
  const text = before && change(before.text);
  if (!before || text === undefined || text === before.text) return false;
  const { html } = await renderSay(text, siteUrl);
  const { numUpdatedRows } = await db
    .updateTable('says')
    .set({ text, html: isStaff(before) ? html : withUgcLinks(html) })
    .where('id', '=', id)
    .where('text', '=', before.text)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
