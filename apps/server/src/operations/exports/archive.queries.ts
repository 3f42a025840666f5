import { listTagNames } from '../../content/tags/tags.ts';
import { publicTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Without the password's hash. */
export function findExportedProfile(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'nickname',
      'email',
      'role',
      'avatar',
      'cover',
      'intro',
      'website',
      'place',
      'mailOnReply',
      'showsRead',
      'showsTyping',
      'showsPresence',
      'createdAt',
      'seenAt',
      'mutedAt',
      'mutedUntil',
      'mutedReason',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export function listSessionsOfMember(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(['way', 'device', 'place', 'createdAt', 'usedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function selectSocialLinks(db: Db, userId: number) {
  return db
    .selectFrom('socialLinks')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listPasskeysOfMember(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['name', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listSeriesOfMember(db: Db, userId: number) {
  return db
    .selectFrom('series')
    .select(['id', 'name', 'intro', 'createdAt', 'updatedAt'])
    .where('authorId', '=', userId)
    .orderBy('id')
    .execute();
}

export async function listSignInDays(db: Db, userId: number) {
  const rows = await db.selectFrom('signIns').select('day').where('userId', '=', userId).orderBy('day').execute();
  return rows.map(({ day }) => day);
}

export function listFollows(db: Db, userId: number, own: 'followerId' | 'followedId') {
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', own === 'followerId' ? 'follows.followedId' : 'follows.followerId')
    .select(['users.id', 'users.nickname', 'follows.createdAt'])
    .where(`follows.${own}`, '=', userId)
    .orderBy('follows.createdAt')
    .orderBy('users.id')
    .execute();
}

export function listUploads(db: Db, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.type', 'files.width', 'files.height', 'files.bytes', 'fileOwners.createdAt'])
    .where('userId', '=', userId)
    .orderBy('fileOwners.createdAt')
    .orderBy('files.key')
    .execute();
}

/** Ids only, oldest first; rows are read in batches. */
export async function listWritings(db: Db, authorId: number) {
  const [articles, says, comments, board] = await Promise.all(
    (['articles', 'says', 'comments', 'boardMessages'] as const).map((table) => listIds(db, table, authorId)),
  );
  return { articles: articles ?? [], says: says ?? [], comments: comments ?? [], board: board ?? [] };
}

async function listIds(db: Db, table: 'articles' | 'says' | 'comments' | 'boardMessages', authorId: number) {
  const rows = await db
    .selectFrom(table as 'articles')
    .select('id')
    .where('authorId', '=', authorId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listArticlesOfMember(db: Db, ids: number[]) {
  const articles = await db
    .selectFrom('articles')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      'articles.id',
      'articles.kind',
      'articles.title',
      'summary',
      'cover',
      'markdown',
      'keywords',
      'original',
      'sourceUrl',
      'readType',
      'state',
      'pinned',
      'views',
      'likes',
      'collects',
      'comments',
      'publishedAt',
      'updatedAt',
      'createdAt',
      'removedAt',
      'categories.name as category',
      'sourceAuthor',
      'slug',
      'description',
      'drafts.content as draft',
      'drafts.savedAt',
    ])
    .where('articles.id', 'in', ids)
    .orderBy('articles.id')
    .execute();
  const tags = await listTagNames(db, ids);
  return articles.map((article) => ({ ...article, tags: tags.get(article.id) ?? [] }));
}

export function listSaysOfMember(db: Db, ids: number[]) {
  return db
    .selectFrom('says')
    .select(['id', 'text', 'pictures', 'place', 'isPublic', 'likes', 'comments', 'createdAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export function listCommentsOfMember(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .leftJoin('articles', 'articles.id', 'comments.articleId')
    .select([
      'comments.id',
      'comments.articleId',
      'comments.sayId',
      'comments.text',
      publicTitle.as('articleTitle'),
      'comments.pictures',
      'comments.place',
      'comments.device',
      'comments.createdAt',
      'comments.editedAt',
      'comments.removedAt',
    ])
    .where('comments.id', 'in', ids)
    .orderBy('comments.id')
    .execute();
}

export function listBoardMessagesOfMember(db: Db, ids: number[]) {
  return db
    .selectFrom('boardMessages')
    .select(['id', 'text', 'place', 'createdAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export function listBlocksOfMember(db: Db, userId: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(['users.id', 'users.nickname', 'blocks.createdAt'])
    .where('blocks.userId', '=', userId)
    .orderBy('blocks.createdAt')
    .orderBy('users.id')
    .execute();
}

export function listCollectsOfMember(db: Db, userId: number) {
  return db
    .selectFrom('collects')
    .innerJoin('articles', 'articles.id', 'collects.articleId')
    .select(['collects.articleId', publicTitle.as('title'), 'collects.createdAt'])
    .where('collects.userId', '=', userId)
    .orderBy('collects.createdAt')
    .orderBy('collects.articleId')
    .execute();
}

export function listLikes(db: Db, userId: number) {
  return db
    .selectFrom('likes')
    .select(['kind', 'targetId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('targetId')
    .execute();
}

export function listNoticesOfMember(db: Db, userId: number) {
  return db
    .selectFrom('notices')
    .select(['id', 'kind', 'title', 'text', 'link', 'count', 'readAt', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listFeedbackOfMember(db: Db, userId: number) {
  return db
    .selectFrom('feedback')
    .select(['id', 'type', 'title', 'content', 'createdAt', 'answer', 'settledAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

/** Without the excerpts: they are the words of others. */
export function listReportsOfMember(db: Db, userId: number) {
  return db
    .selectFrom('reports')
    .select(['commentId', 'sayId', 'messageId', 'chatMessageId', 'reason', 'createdAt'])
    .where('reporterId', '=', userId)
    .orderBy('id')
    .execute();
}

export function listUnlocksOfMember(db: Db, userId: number) {
  return db
    .selectFrom('unlocks')
    .innerJoin('articles', 'articles.id', 'unlocks.articleId')
    .select(['unlocks.articleId', publicTitle.as('title'), 'unlocks.createdAt'])
    .where('unlocks.reader', '=', `user:${userId}`)
    .orderBy('unlocks.createdAt')
    .orderBy('unlocks.articleId')
    .execute();
}
