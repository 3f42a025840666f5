import { sql } from 'kysely';
import { articlePages } from '../../content/articles/articles.table.ts';
import { shown } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type PicturePage, table } from '../../platform/db/table.ts';
import { isPublicSay, pageOfSay } from '../says/says.table.ts';

export const comments = table('comments', {
  columns: {
    id: 'archive',
    articleId: 'archive',
    sayId: 'archive',
    parentId: 'export',
    replyToId: 'export',
    authorId: 'left out: exported by name',
    text: 'export, archive',
    html: 'left out: rendered',
    pictures: 'export, archive',
    place: 'export, archive',
    device: 'export, archive',
    likes: 'export',
    replies: 'left out: counted',
    pinned: 'export',
    state: 'export',
    reasons: 'export',
    sendKey: 'left out: of a browser',
    createdAt: 'export, archive',
    removedAt: 'export, archive',
    removedByStaff: 'left out: a removed text is not exported',
    editedAt: 'export, archive',
    passageId: 'left out: exported by its words',
  },
  members: { authorId: { onMerge: 'move', onClose: 'erase' } },
  isOpen: sql<boolean>`(comments.state = 'shown' and comments."removedAt" is null and (
    comments."articleId" in (select articles.id from articles where ${shown})
    or comments."sayId" in (select says.id from says where ${isPublicSay})))`,
  isText: sql<boolean>`comments."removedAt" is null`,
  sendKey: 'sendKey',
  texts: [
    { name: '评论', columns: ['text'], isRendered: true },
    { name: '评论的图片', columns: ['pictures'] },
  ],
  pictures: { columns: ['text', 'pictures'], page: commentPages },
  subject: { kind: 'comment', title: 'text' },
});

/** Pages of public comments; none for those under a private say. */
async function commentPages(db: Db, ids: number[]): Promise<Map<number, PicturePage>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('comments')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .select(['comments.id', 'comments.articleId', 'comments.sayId'])
    .where('comments.id', 'in', ids)
    .where('comments.state', '=', 'shown')
    .where('comments.removedAt', 'is', null)
    .where(({ or, eb }) => or([eb('comments.sayId', 'is', null), isPublicSay]))
    .execute();
  const articles = await articlePages(
    db,
    rows.flatMap(({ articleId }) => articleId ?? []),
  );
  const pages = rows.map(({ id, articleId, sayId }) => {
    const page = sayId === null ? articles.get(articleId ?? 0) : pageOfSay(sayId);
    return [id, page] as const;
  });
  return new Map(pages.flatMap(([id, page]) => (page ? [[id, page]] : [])));
}
