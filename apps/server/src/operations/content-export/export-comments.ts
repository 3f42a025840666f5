import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { ContentFile } from './picture-links.ts';

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
