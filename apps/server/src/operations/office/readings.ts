import type { ArticleReadings, adminReadings, Reading } from '@mojian/contract/operations/office';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { dayName, dayNumber } from '@mojian/contract/platform/time';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { countRead, firstReadMonth, mostRead, readsOf } from '../../core/visits/visits.ts';
import { chinaMonth } from '../../platform/dates.ts';
import { listed } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';

const daysShown = 90;

/** Articles by how often they were read in a span: some last days, twelve months, a month or a year. */
export async function listReadings(db: Db, query: Input<typeof adminReadings.list>['query'], now = Date.now()) {
  const span = spanNamed(query.span, now);
  const pathOf = await articlePaths(db);
  const data = await findPage(query, {
    list: (slice) => mostRead(db, span, slice),
    count: () => countRead(db, span),
    present: ({ slug, ...row }): Reading => ({ ...row, path: pathOf({ id: row.id, slug }) }),
  });
  return { data, extra: { firstMonth: await firstReadMonth(db) } };
}

/** The overview's few. */
export async function topArticles(db: Db, days: 7 | 30 | 365, limit: number, now = Date.now()) {
  const [rows, pathOf] = await Promise.all([
    mostRead(db, spanNamed(`${days}`, now), { limit, offset: 0 }),
    articlePaths(db),
  ]);
  return rows.map(({ slug, ...row }): Reading => ({ ...row, path: pathOf({ id: row.id, slug }) }));
}

/** A year is the last twelve months, since days are stored for three. */
function spanNamed(name: string, now: number) {
  const today = dayNumber(now);
  if (name === '7' || name === '30')
    return { by: 'day' as const, from: dayName(today - Number(name) + 1), to: dayName(today) };
  const { year, month } = chinaMonth(now);
  if (name === '365') return { by: 'month' as const, from: monthName(year, month - 11), to: monthName(year, month) };
  if (name.length === 4) return { by: 'month' as const, from: `${name}-01`, to: `${name}-12` };
  return { by: 'month' as const, from: name, to: name };
}

function monthName(year: number, month: number) {
  return new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7);
}

/** @throws Failure not-found for what is in no list of readers */
export async function showReadings(db: Db, id: number, now = Date.now()): Promise<ArticleReadings> {
  const article = await db
    .selectFrom('articles')
    .select(['id', 'title', 'slug', 'views'])
    .where('id', '=', id)
    .where(listed)
    .executeTakeFirst();
  if (!article) throw new Failure('not-found', '文章不存在', 'id');
  const today = dayNumber(now);
  const first = today - daysShown + 1;
  const { days, months } = await readsOf(db, id, first);
  const counted = new Map(days.map(({ day, reads }) => [day, Number(reads)]));
  const { slug, ...shown } = article;
  return {
    ...shown,
    path: (await articlePaths(db))({ id, slug }),
    today: dayName(today),
    days: Array.from({ length: daysShown }, (_, at) => counted.get(dayName(first + at)) ?? 0),
    months: months.map(({ month, reads }) => ({ month, reads: Number(reads) })),
  };
}
