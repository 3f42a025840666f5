import type { ArticleState } from '@mojian/contract/content/drafts';
import { contains, isArticle } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { shownOfSeries } from './series.queries.ts';

type Filter = { text: string; authorId?: number | undefined };
type Named = { name: string; intro: string };

export type Row = Awaited<ReturnType<typeof selectAdminSeries>>[number];

export function selectAdminSeries(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return selectFiltered(db, filter)
    .innerJoin('users', 'users.id', 'series.authorId')
    .select(shownOfSeries)
    .orderBy('changedAt', 'desc')
    .orderBy('series.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countSeries(db: Db, filter: Filter) {
  const { total } = await selectFiltered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function listSeriesAuthors(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname as name'])
    .where('id', 'in', (own) => own.selectFrom('series').select('authorId'))
    .orderBy('id')
    .limit(1000)
    .execute();
}

export function findSeries(db: Db | Trx, id: number) {
  return db.selectFrom('series').select(['name', 'intro', 'authorId']).where('id', '=', id).executeTakeFirst();
}

/** Updates only while it equals `before`. */
export async function changeSeries(trx: Trx, id: number, before: Named, after: Named) {
  const { numUpdatedRows } = await trx
    .updateTable('series')
    .set({ ...after, updatedAt: Date.now() })
    .where('id', '=', id)
    .where('name', '=', before.name)
    .where('intro', '=', before.intro)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Locks the series until the transaction ends. */
export function lockSeries(trx: Trx, id: number) {
  return trx
    .updateTable('series')
    .set({ updatedAt: Date.now() })
    .where('id', '=', id)
    .returning('authorId')
    .executeTakeFirst();
}

/** Everything outside the trash; `seen` is false for others' drafts. */
export async function selectAdminItems(db: Db | Trx, viewerId: number, seriesId: number) {
  const rows = await db
    .selectFrom('articles')
    .leftJoin('drafts', 'drafts.articleId', 'articles.id')
    .select(['articles.id', 'articles.title', 'articles.state', 'articles.authorId', 'drafts.submittedAt'])
    .where('articles.seriesId', '=', seriesId)
    .where('articles.removedAt', 'is', null)
    .orderBy('articles.seriesPosition')
    .orderBy('articles.id')
    .execute();
  return rows.map(({ authorId, submittedAt, ...row }) => ({
    ...row,
    seen: authorId === viewerId || submittedAt !== null || shown.includes(row.state),
  }));
}

type Target = { id: number; authorId: number };

/** Filters `ids` to those that may join the series. */
export function listTakeable(trx: Trx, series: Target, ids: number[]) {
  return selectOthers(trx, series)
    .select(['articles.id', 'articles.title', 'articles.seriesId'])
    .where('articles.id', 'in', ids)
    .execute();
}

export function selectCandidates(db: Db, series: Target, { text, limit }: { text: string; limit: number }) {
  return selectOthers(db, series)
    .leftJoin('series', 'series.id', 'articles.seriesId')
    .select(['articles.id', 'articles.title', 'articles.state', 'series.name as series'])
    .$if(text !== '', (all) => all.where(contains('articles.title', text)))
    .orderBy('articles.publishedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .execute();
}

/** The author's once published articles outside the series. */
function selectOthers(db: Db | Trx, { id, authorId }: Target) {
  return db
    .selectFrom('articles')
    .where('articles.authorId', '=', authorId)
    .where(isArticle)
    .where('articles.removedAt', 'is', null)
    .where('articles.state', 'in', shown)
    .where(({ eb, or }) => or([eb('articles.seriesId', 'is', null), eb('articles.seriesId', '<>', id)]));
}

const shown: ArticleState[] = ['published', 'scheduled', 'withdrawn'];

function selectFiltered(db: Db, { text, authorId }: Filter) {
  return db
    .selectFrom('series')
    .$if(text !== '', (all) =>
      all.where(({ or }) => or([contains('series.name', text), contains('series.intro', text)])),
    )
    .$if(authorId !== undefined, (all) => all.where('series.authorId', '=', authorId ?? 0));
}
