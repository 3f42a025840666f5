import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderComment } from '../../community/comments/comment-text.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import { findMentioned } from '../../community/comments/mentions.ts';
import { findOrAddGuest } from '../../members/guests/guests.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { ContentFile } from './export-content.ts';
import type { ContentImport } from './import-lists.ts';
import { readList } from './read-export.ts';
import { type ExportedComment, shapes } from './shapes.ts';

type Target = { kind: 'article' | 'say'; id: number };
type ToJson = (name: string, value: unknown) => ContentFile;

/** Exports the comments of each article, and of each say by its position in says.json. */
export async function* exportComments(db: Db, articleIds: number[], sayIds: number[], json: ToJson) {
  for (const id of articleIds) yield* exportTarget(db, { kind: 'article', id }, `article-${id}`, json);
  for (const [index, id] of sayIds.entries()) yield* exportTarget(db, { kind: 'say', id }, `say-${index + 1}`, json);
}

/**
 * Comments oldest first; `parent` and `answers` are positions in the list, from 1. A removed comment that others answer
 * keeps its place, without its text.
 */
async function* exportTarget(db: Db, target: Target, name: string, json: ToJson) {
  const rows = await listComments(db, target);
  if (rows.length === 0) return;
  const positions = new Map(rows.map(({ id }, index) => [id, index + 1]));
  const positionOf = (id: number | null) => (id === null ? undefined : positions.get(id));
  const comments = rows.map((row) => ({
    author: row.author,
    ...(row.isGuest === 1 && { guest: true, website: row.website }),
    text: row.removedAt === null ? row.text : '',
    pictures: row.removedAt === null ? JSON.parse(row.pictures) : [],
    parent: positionOf(row.parentId),
    answers: positionOf(row.replyToId),
    createdAt: isoTime(row.createdAt),
    editedAt: row.editedAt === null ? undefined : isoTime(row.editedAt),
    removedAt: row.removedAt === null ? undefined : isoTime(row.removedAt),
    state: row.state,
    reasons: JSON.parse(row.reasons),
    likes: row.likes,
    pinned: row.pinned === 1,
    place: row.place,
    device: row.device,
  }));
  yield json(`comments/${name}.json`, comments);
}

function listComments(db: Db, { kind, id }: Target) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .selectAll('comments')
    .select(['users.nickname as author', 'users.isGuest', 'users.website'])
    .where(`${kind}Id`, '=', id)
    .where(({ or, eb }) => or([eb('removedAt', 'is', null), eb('replies', '>', 0)]))
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .execute();
}

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
