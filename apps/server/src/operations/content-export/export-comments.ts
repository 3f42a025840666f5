import { comments } from '../../community/comments/comments.table.ts';
import type { Db } from '../../platform/db/schema.ts';
import { exportedColumns } from '../../platform/db/table.ts';
import type { ContentFile } from './picture-links.ts';
import { readable } from './readable-row.ts';

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
  const list = rows.map(
    ({ id: _, author, isGuest, website, parentId, replyToId, words, before, after, position, ...row }) => ({
      author,
      ...(isGuest === 1 && { guest: true, website }),
      parent: positionOf(parentId),
      answers: positionOf(replyToId),
      ...(words !== null && row.removedAt === null && { quote: { words, before, after, position } }),
      ...readable(row.removedAt === null ? row : { ...row, text: '', pictures: '[]' }),
    }),
  );
  yield json(`comments/${name}.json`, list);
}

function listComments(db: Db, { kind, id }: Target) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .leftJoin('passages', 'passages.id', 'comments.passageId')
    .select([
      ...exportedColumns(comments),
      'comments.id',
      'users.nickname as author',
      'users.isGuest',
      'users.website',
      'passages.words',
      'passages.wordsBefore as before',
      'passages.wordsAfter as after',
      'passages.position',
    ])
    .where(`comments.${kind}Id`, '=', id)
    .where(({ or, eb }) => or([eb('removedAt', 'is', null), eb('replies', '>', 0)]))
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .execute();
}
