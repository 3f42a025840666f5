import type { ArticleState } from '@mojian/contract/content/drafts';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { sql } from 'kysely';
import { unmuted } from '../../core/identity/mutes.ts';
import { enabled } from '../../core/sessions/sessions.ts';
import { chosenReadType, contains, isArticle, isPage } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { textKey } from './readings.ts';

const ofAlbum = ['albums.articleId as albumId', 'albums.place as albumPlace', 'albums.time as albumTime'] as const;
/** Rights of readers, and what they see of them. */
const ofReaders = ['articles.commenting', 'articles.highlighting', 'articles.hasAiContent'] as const;

const ofPassword = ['articlePasswords.hash as passwordHash', 'articlePasswords.hint as passwordHint'] as const;
const ofDraft = ['drafts.content', 'drafts.savedAt', 'drafts.submittedAt', 'drafts.refusal', 'drafts.keyName'] as const;

/** Finds an article with its draft, without a check of access. */
export function findWithDraft(db: Db | Trx, id: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('articleCovers', 'articleCovers.articleId', 'articles.id')
    .leftJoin('albums', 'albums.articleId', 'articles.id')
    .leftJoin('articlePasswords', 'articlePasswords.articleId', 'articles.id')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select([
      'articles.id',
      'articles.kind',
      'articles.authorId',
      'users.nickname',
      'users.isGuest',
      'articles.state',
      'articles.version',
      'articles.title',
      'articles.summary',
      'articles.cover',
      'articles.coverNumber',
      'articles.focusX',
      'articles.focusY',
      'articles.words',
      'articles.keywords',
      'articles.original',
      'articles.sourceUrl',
      'articles.sourceAuthor',
      chosenReadType.as('readType'),
      'articles.slug',
      'articles.description',
      'articles.seriesId',
      'articles.markdown',
      ...ofReaders,
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.removedAt',
      'categories.name as categoryName',
      'categories.pigment',
      'articleCovers.drawn',
      ...ofAlbum,
      ...ofPassword,
      'articles.announcedAt',
      'articles.removedBy',
      'articles.summaryMade',
      ...ofDraft,
    ])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

/** Finds a submission without its text: the newest one's `textKey`. */
export function findSubmittedText(db: Db, id: number) {
  return db
    .selectFrom('articles')
    .innerJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(textKey.as('key'))
    .where('articles.id', '=', id)
    .where('articles.removedAt', 'is', null)
    .where('drafts.submittedAt', 'is not', null)
    .executeTakeFirst();
}

export type WithDraft = NonNullable<Awaited<ReturnType<typeof findWithDraft>>>;

export function findByKey(trx: Trx, authorId: number, draftKey: string) {
  return trx
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(['articles.id', 'articles.version', 'articles.updatedAt', 'drafts.savedAt'])
    .where('authorId', '=', authorId)
    .where('draftKey', '=', draftKey)
    .executeTakeFirst();
}

export async function hasSeries(db: Db, id: number, authorId: number) {
  const own = db.selectFrom('series').select('id').where('id', '=', id).where('authorId', '=', authorId);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Counts an author's unpublished articles, trash included, and the bytes of drafts and revisions. */
export async function sumDrafts(trx: Trx, authorId: number) {
  const bytes = sql<number | null>`sum(octet_length(content))`.as('bytes');
  const ofAuthor = trx.selectFrom('articles').select('id').where('authorId', '=', authorId);
  const { unread, drafts, history } = await trx
    .selectNoFrom([
      trx
        .selectFrom('articles')
        .where('authorId', '=', authorId)
        .where('state', '<>', 'published')
        .select(({ fn }) => fn.countAll<number>().as('unread'))
        .as('unread'),
      trx.selectFrom('drafts').where('articleId', 'in', ofAuthor).select(bytes).as('drafts'),
      trx.selectFrom('revisions').where('articleId', 'in', ofAuthor).select(bytes).as('history'),
    ])
    .executeTakeFirstOrThrow();
  return { unread: Number(unread), bytes: Number(drafts ?? 0) + Number(history ?? 0) };
}

/** Rows per round of a job. */
const atOnce = 100;

/** Texts of members with closed, disabled or muted accounts wait. */
export function listDueArticles(db: Db, now: number) {
  return db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select(['articles.id', 'articles.importKey', 'users.role'])
    .where(sql<boolean>`articles.state = 'scheduled'`)
    .where('articles.publishedAt', '<=', now)
    .where('articles.removedAt', 'is', null)
    .where('users.closesAt', 'is', null)
    .where(enabled(now))
    .where(unmuted(now))
    .orderBy('articles.publishedAt')
    .limit(atOnce)
    .execute();
}

export function listTrash(db: Db, before: number) {
  return db
    .selectFrom('articles')
    .select('id')
    .where('removedAt', '<=', before)
    .orderBy('removedAt')
    .limit(atOnce)
    .execute();
}

export function selectSubmissions(db: Db, limit: number) {
  return db
    .selectFrom('drafts')
    .innerJoin('articles', 'articles.id', 'drafts.articleId')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select(['articles.id', 'articles.state', 'users.nickname', 'drafts.title', 'drafts.words', 'drafts.submittedAt'])
    .where('drafts.submittedAt', 'is not', null)
    .where('articles.removedAt', 'is', null)
    .where('users.closesAt', 'is', null)
    .orderBy('drafts.submittedAt')
    .orderBy('articles.id')
    .limit(limit)
    .execute();
}

type Filter = { authorId: number; kind: ArticleKind; state?: ArticleState | 'trash' | undefined; keyword: string };

const title = sql<string>`coalesce(drafts.title, articles.title)`;
const touched = sql<number>`coalesce(drafts."savedAt", articles."updatedAt")`;

export type Row = Awaited<ReturnType<typeof selectOwnDrafts>>[number];

export function selectOwnDrafts(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return selectOwn(db, filter)
    .leftJoin('articleCovers', 'articleCovers.articleId', 'articles.id')
    .leftJoin('categories', 'categories.id', 'articles.categoryId')
    .leftJoin('articlePhotographs', 'articlePhotographs.articleId', 'articles.id')
    .select([
      sql<string>`coalesce(nullif(articles.cover, ''), "articlePhotographs".url, '')`.as('cover'),
      'articles.id',
      'articles.summary',
      'articles.coverNumber',
      'articleCovers.drawn',
      'categories.pigment',
      'articles.state',
      'articles.views',
      'articles.likes',
      'articles.comments',
      'articles.publishedAt',
      'articles.removedAt',
      'drafts.submittedAt',
      'drafts.refusal',
      'drafts.keyName',
      title.as('title'),
      touched.as('savedAt'),
      sql<number>`coalesce(drafts.words, articles.words)`.as('words'),
      sql<number | boolean>`drafts."articleId" is not null`.as('isChanged'),
    ])
    .orderBy(touched, 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOwnDrafts(db: Db, filter: Filter) {
  const { count } = await selectOwn(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function countOwnByState(db: Db, authorId: number, kind: ArticleKind) {
  const removed = sql<number | boolean>`"removedAt" is not null`;
  return db
    .selectFrom('articles')
    .select(({ fn }) => ['state', removed.as('removed'), fn.countAll<number>().as('count')])
    .where('authorId', '=', authorId)
    .where(kind === 'page' ? isPage : isArticle)
    .groupBy(['state', removed])
    .execute();
}

function selectOwn(db: Db, { authorId, kind, state, keyword }: Filter) {
  return db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .where('articles.authorId', '=', authorId)
    .where(kind === 'page' ? isPage : isArticle)
    .where('articles.removedAt', state === 'trash' ? 'is not' : 'is', null)
    .$if(state !== undefined && state !== 'trash', (all) => all.where('articles.state', '=', state as ArticleState))
    .$if(keyword !== '', (all) => all.where(contains(title, keyword)));
}
