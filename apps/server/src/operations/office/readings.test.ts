import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { createVisits } from '../../core/visits/visits.ts';

const site = freshSite();

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
let readers = 0;
/** So many readers of an article at a moment. */
async function read(articleId: number, count: number, at = Date.now()) {
  const visits = createVisits({ db: site.db, now: () => at });
  for (let reader = 0; reader < count; reader += 1) {
    readers += 1;
    visits.record({
      address: `203.0.${Math.floor(readers / 250)}.${readers % 250}`,
      agent,
      path: `/article/${articleId}`,
    });
  }
  await visits.flush();
}
const readings = (viewer = site.owner) => site.office(viewer).readings;
const titles = async (span: string) => {
  const { data } = await readings().list({ query: { span } });
  return data.records.map(({ title, reads }) => `${title} ${reads}`);
};
const monthOf = (at: number) => chinaDay(at).slice(0, 7);

test('articles are listed by their reads of the week, the month, a year, a calendar month and a calendar year', async () => {
  const [now, then, old] = [
    await site.writes({ title: '本周' }),
    await site.writes({ title: '三周前' }),
    await site.writes({ title: '前年' }),
  ];
  const longAgo = Date.now() - 800 * dayLength;
  await read(old, 4, longAgo);
  await read(then, 3, Date.now() - 21 * dayLength);
  await read(now, 1);
  await read(now, 1);

  expect(await titles('7')).toEqual(['本周 2']);
  expect(await titles('30')).toEqual(['三周前 3', '本周 2']);
  expect(await titles('365')).toEqual(['三周前 3', '本周 2']);
  expect(await titles(monthOf(longAgo))).toEqual(['前年 4']);
  expect(await titles(monthOf(longAgo).slice(0, 4))).toEqual(['前年 4']);
  expect((await readings().list({ query: {} })).extra).toEqual({ firstMonth: monthOf(longAgo) });
  await expect(readings().list({ query: { span: '2026-13' } })).rejects.toMatchObject({ field: 'span' });
});

test('days are dropped after three months, months stay', async () => {
  const id = await site.writes({ title: '旧文' });
  const longAgo = Date.now() - 120 * dayLength;
  await read(id, 2, longAgo);
  await read(id, 1);
  const days = await site.db.selectFrom('articleDays').select('day').execute();
  expect(days.map(({ day }) => day)).toEqual([chinaDay(Date.now())]);
  expect(await titles(monthOf(longAgo))).toEqual(['旧文 2']);

  const shown = await readings().article({ query: { id } });
  expect(shown).toMatchObject({ id, title: '旧文', path: `/article/${id}`, views: 3 });
  expect([shown.days.length, shown.days.at(-1), shown.days.at(-2)]).toEqual([90, 1, 0]);
  expect(shown.months).toEqual([
    { month: monthOf(Date.now()), reads: 1 },
    { month: monthOf(longAgo), reads: 2 },
  ]);
});

test('withdrawn articles and pages have no readings, and members may not see any', async () => {
  const id = await site.writes({ title: '收回' });
  await read(id, 2);
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).where('id', '=', id).execute();
  expect(await titles('7')).toEqual([]);
  await expect(readings().article({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  const calls = [readings(site.lin).list({ query: {} }), readings(site.lin).article({ query: { id } })];
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ id: 'not-allowed' })));
});

test('an erased article takes its readings along', async () => {
  const id = await site.writes();
  await read(id, 1);
  await site.db.deleteFrom('articles').where('id', '=', id).execute();
  expect(await site.db.selectFrom('articleMonths').selectAll().execute()).toEqual([]);
});
