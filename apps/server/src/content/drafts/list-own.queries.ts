import type { ArticleState } from '@mojian/contract/content/drafts';
import { sql } from 'kysely';
import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';

type Filter = { authorId: number; state?: ArticleState | 'trash' | undefined; keyword: string };

const title = sql<string>`coalesce(drafts.title, articles.title)`;
const touched = sql<number>`coalesce(drafts."savedAt", articles."updatedAt")`;

export type Row = Awaited<ReturnType<typeof listOwn>>[number];

export function listOwn(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return selectOwn(db, filter)
    .select(['articles.id', 'articles.summary', 'articles.cover', 'articles.coverNumber'])
    .select(['articles.state', 'articles.views'])
    .select(['articles.likes', 'articles.comments', 'articles.publishedAt', 'articles.removedAt'])
    .select(['drafts.submittedAt', 'drafts.refusal'])
    .select([title.as('title'), touched.as('savedAt')])
    .select(sql<number>`coalesce(drafts.words, articles.words)`.as('words'))
    .select(sql<number | boolean>`drafts."articleId" is not null`.as('isChanged'))
    .orderBy(touched, 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOwn(db: Db, filter: Filter) {
  const { count } = await selectOwn(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function countByState(db: Db, authorId: number) {
  const removed = sql<number | boolean>`"removedAt" is not null`;
  return db
    .selectFrom('articles')
    .select(({ fn }) => ['state', removed.as('removed'), fn.countAll<number>().as('count')])
    .where('authorId', '=', authorId)
    .groupBy(['state', removed])
    .execute();
}

function selectOwn(db: Db, { authorId, state, keyword }: Filter) {
  return db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .where('articles.authorId', '=', authorId)
    .where('articles.removedAt', state === 'trash' ? 'is not' : 'is', null)
    .$if(state !== undefined && state !== 'trash', (all) => all.where('articles.state', '=', state as ArticleState))
    .$if(keyword !== '', (all) => all.where(contains(title, keyword)));
}
