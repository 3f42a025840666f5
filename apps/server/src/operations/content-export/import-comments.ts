import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderComment } from '../../community/comments/comment-text.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import { findMentioned } from '../../community/comments/mentions.ts';
import { findOrAddGuest } from '../../members/guests/guests.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { ContentImport } from './import-lists.ts';
import { readList } from './read-export.ts';
import { type ExportedComment, shapes } from './shapes.ts';

type Target = { kind: 'article' | 'say'; id: number };

/** Imports the comments of all articles and says that are here; those that are here already stay as they are. */
export async function importComments(work: ContentImport) {
  const names = await readdir(join(work.folder, 'comments')).catch(() => []);
  for (const name of names.sort()) {
    const [, kind, number] = /^(article|say)-(\d+)\.json$/.exec(name) ?? [];
    if (kind !== 'article' && kind !== 'say') continue;
    const comments = await readList(work.folder, `comments/${name}`, shapes.comments);
    const id = (kind === 'article' ? work.ids : work.sayIds).get(Number(number));
    if (id !== undefined && !work.dryRun) await importTarget(work, { kind, id }, comments);
  }
}

async function importTarget(work: ContentImport, target: Target, comments: ExportedComment[]) {
  const { db, siteUrl } = work;
  const rendered: string[] = [];
  for (const { text } of comments) rendered.push(text === '' ? '' : await renderSafely(db, text, siteUrl));
  await db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (const [index, comment] of comments.entries())
      ids.push(await importOne(trx, work, { target, comment, html: rendered[index] ?? '', ids }));
  });
}

/** Text that renders nothing visible is stored without HTML, as its pictures may be all of it. */
async function renderSafely(db: Db, text: string, siteUrl: string) {
  return renderComment(text, await findMentioned(db, text), siteUrl).catch(() => '');
}

type One = { target: Target; comment: ExportedComment; html: string; ids: number[] };

async function importOne(trx: Trx, work: ContentImport, { target, comment, html, ids }: One) {
  const { author, guest, website, parent, answers, pictures, reasons, pinned, ...same } = comment;
  const email = '';
  const authorId = guest
    ? await findOrAddGuest(trx, { name: author, email, website, createdAt: comment.createdAt })
    : (work.authors.get(author) ?? work.authorId);
  const known = await findComment(trx, target, { ...comment, authorId });
  if (known !== undefined) return known;
  const idAt = (position: number | undefined) => (position === undefined ? null : (ids[position - 1] ?? null));
  return storeForeignComment(trx, target, {
    ...same,
    authorId,
    html,
    articleId: target.kind === 'article' ? target.id : null,
    sayId: target.kind === 'say' ? target.id : null,
    parentId: idAt(parent),
    replyToId: idAt(answers),
    pictures: JSON.stringify(pictures),
    reasons: JSON.stringify(reasons),
    pinned: Number(pinned),
    removedAt: comment.removedAt ?? null,
    editedAt: comment.editedAt ?? null,
    sendKey: null,
  });
}

type Wanted = { authorId: number; createdAt: number; text: string };

async function findComment(trx: Trx, { kind, id }: Target, { authorId, createdAt, text }: Wanted) {
  const row = await trx
    .selectFrom('comments')
    .select('id')
    .where(`${kind}Id`, '=', id)
    .where('authorId', '=', authorId)
    .where('createdAt', '=', createdAt)
    .where('text', '=', text)
    .executeTakeFirst();
  return row?.id;
}
