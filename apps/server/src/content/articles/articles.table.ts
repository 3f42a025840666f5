import { sql } from 'kysely';
import { notPrivate, publicTitle, shown } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type PicturePage, table } from '../../platform/db/table.ts';

/** SQL condition: everybody reads the whole article. */
export const isFree = sql<boolean>`(${shown} and articles."readType" = 0)`;

export const articles = table('articles', {
  columns: {
    id: 'export, archive',
    authorId: 'left out: exported by name',
    categoryId: 'left out: exported by name',
    title: 'export, archive',
    summary: 'export, archive',
    cover: 'export, archive',
    markdown: 'export, archive',
    html: 'left out: rendered',
    openingHtml: 'left out: rendered',
    headings: 'left out: rendered',
    openingHeadings: 'left out: rendered',
    hasDiagram: 'left out: rendered',
    words: 'left out: counted',
    keywords: 'export, archive',
    original: 'export, archive',
    sourceUrl: 'export, archive',
    readType: 'export, archive',
    state: 'export, archive',
    pinned: 'export, archive',
    featured: 'export',
    featuredPosition: 'export',
    recommended: 'export',
    views: 'export, archive',
    likes: 'archive',
    collects: 'archive',
    comments: 'archive',
    publishedAt: 'export, archive',
    updatedAt: 'export, archive',
    createdAt: 'export, archive',
    removedAt: 'archive',
    importKey: 'left out: of the sample content',
    importHash: 'left out: of the sample content',
    version: 'left out: of open editors',
    coverNumber: 'export',
    focusX: 'export',
    focusY: 'export',
    slug: 'export, archive',
    description: 'export, archive',
    sourceAuthor: 'export, archive',
    seriesId: 'left out: exported by name',
    seriesPosition: 'export',
    announcedAt: 'left out: an import announces nothing',
    draftKey: 'left out: of a browser',
    summaryMade: 'export',
    removedBy: 'left out: of the trash',
    commenting: 'export',
    highlighting: 'export',
    hasAiContent: 'export, archive',
    kind: 'export, archive',
  },
  members: {
    authorId: { onMerge: 'move', onClose: 'erase' },
    removedBy: { onMerge: 'stay', onClose: 'keep' },
  },
  isOpen: isFree,
  isText: sql<boolean>`1 = 1`,
  sendKey: 'draftKey',
  texts: [
    { name: '文章', columns: ['markdown'], isRendered: true },
    { name: '文章的摘要、封面与出处', columns: ['summary', 'cover', 'sourceUrl', 'description'] },
  ],
  pictures: { columns: ['markdown', 'cover'], isLong: true, page: articlePages },
  subject: { kind: 'article', title: 'title', isNamed: notPrivate },
  typeset: { columns: ['title', 'openingHeadings'], shown },
  belongsTo: { categoryId: 'categories', seriesId: 'series' },
});

/** Title and path of each public article. */
export async function articlePages(db: Db, ids: number[]): Promise<Map<number, PicturePage>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).where(shown).execute();
  return new Map(rows.map(({ id, title }) => [id, { title, path: `/article/${id}` }]));
}

export const articleTags = table('articleTags', { columns: 'left out: exported by name with the article' });

export const albums = table('albums', { columns: 'left out: exported with the article', key: 'articleId' });

export const articlePasswords = table('articlePasswords', {
  columns: 'left out: exported with the article',
  key: 'articleId',
});

/** `reader` of an unlocked article is a member, or the hash of a visitor's key. */
export const unlocks = table('unlocks', {
  columns: { articleId: 'archive', reader: 'left out: whose archive it is', createdAt: 'archive' },
  archive: { file: 'unlocks.json', about: '用验证码或口令打开过的文章', rows: listUnlocked },
  members: { reader: { prefix: 'user:', onMerge: 'stay', onClose: 'delete' } },
});

function listUnlocked(db: Db, userId: number) {
  return db
    .selectFrom('unlocks')
    .innerJoin('articles', 'articles.id', 'unlocks.articleId')
    .select(['unlocks.articleId', publicTitle.as('title'), 'unlocks.createdAt'])
    .where('unlocks.reader', '=', `user:${userId}`)
    .orderBy('unlocks.createdAt')
    .orderBy('unlocks.articleId')
    .execute();
}
