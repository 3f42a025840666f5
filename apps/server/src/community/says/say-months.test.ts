import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const pictures = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ url: `/files/${n}.webp`, width: 60, height: 40 }));
const say = (text: string, time: string, more: Parameters<typeof site.says>[0] = {}) =>
  site.says({ text, createdAt: Date.parse(time), ...more });
const months = () => site.as(null).says.months();
const list = (month: string, viewer: typeof site.ming | null = null) => site.as(viewer).says.list({ query: { month } });
const texts = async (month: string) => (await list(month)).records.map(({ text }) => text);

test('months begin at midnight in China, newest first, with their says and pictures', async () => {
  expect(await months()).toEqual([]);
  await say('十月最后一刻', '2026-10-31T23:59:59.999+08:00', { pictures: pictures(2) });
  await say('十一月第一刻', '2026-11-01T00:00:00+08:00', { pictures: pictures(9) });
  await say('没有图', '2026-11-30T23:59:59+08:00');
  await say('只给自己', '2026-12-01T12:00:00+08:00', { isPublic: false, pictures: pictures(1) });
  await say('待审', '2026-12-01T12:00:00+08:00', { state: 'held', pictures: pictures(1) });
  expect(await months()).toEqual([
    { month: '2026-11', says: 2, pictures: 9 },
    { month: '2026-10', says: 1, pictures: 2 },
  ]);
});

test('counts follow a say that is edited, hidden, shown again and removed', async () => {
  const id = await say('图', '2026-11-02T12:00:00+08:00', { pictures: pictures(3) });
  await say('旧', '1999-12-31T12:00:00+08:00');
  const november = async () => (await months()).find(({ month }) => month === '2026-11');
  await site.db
    .updateTable('says')
    .set({ pictures: JSON.stringify(pictures(1)) })
    .where('id', '=', id)
    .execute();
  expect(await november()).toMatchObject({ says: 1, pictures: 1 });
  await site.db.updateTable('says').set({ likes: 7 }).execute();
  await site.as(site.owner).says.remove({ query: { id } });
  expect(await november(), 'a hidden one is not counted').toBeUndefined();
  await site.office(site.owner).says.act({ body: { ids: [id], act: 'release' } });
  expect(await november()).toMatchObject({ says: 1, pictures: 1 });
  await site.as(site.lin).says.remove({ query: { id } });
  expect(await months()).toEqual([{ month: '1999-12', says: 1, pictures: 0 }]);
});

test('a month is listed with the months before it, in pages', async () => {
  await say('九月', '2026-09-10T12:00:00+08:00');
  await say('十月末', '2026-10-31T23:59:59+08:00');
  await say('十一月初', '2026-11-01T00:00:00+08:00');
  expect(await texts('2026-10')).toEqual(['十月末', '九月']);
  expect(await list('2026-10')).toMatchObject({ total: 2, pages: 1 });
  expect(await texts('2026-12')).toEqual(['十一月初', '十月末', '九月']);
  expect(await list('2026-08')).toMatchObject({ total: 0, records: [] });
  expect(await list('2026-10', site.lin)).toMatchObject({ total: 2 });
});

test.each(['2026-13', '2026-1', '十月', '2026-00'])('the month %s is refused', async (month) => {
  await expect(list(month)).rejects.toMatchObject({ id: 'invalid-input', field: 'month', message: '月份须如 2026-11' });
});

test('neighbours are the last of the days before and the first of the days after', async () => {
  const at = (day: string, time: string) => `2026-11-${day}T${time}+08:00`;
  await say('前一天早上', at('19', '08:00:00'));
  const before = await say('前一天夜里', at('19', '23:59:59'));
  const first = await say('当天零点', at('22', '00:00:00'));
  const last = await say('当天夜里', at('22', '23:59:59'));
  const after = await say('后一天零点', at('23', '00:00:00'));
  await say('待审', at('20', '12:00:00'), { state: 'held' });
  const neighbours = (id: number, viewer: typeof site.ming | null = null) =>
    site.as(viewer).says.neighbours({ query: { id } });
  for (const id of [first, last])
    expect(await neighbours(id)).toMatchObject({
      before: { id: before, text: '前一天夜里' },
      after: { id: after, text: '后一天零点' },
    });
  expect(await neighbours(after)).toMatchObject({ before: { id: last }, after: null });
  const secret = await say('只给自己', at('24', '12:00:00'), { isPublic: false });
  expect(await neighbours(secret, site.lin)).toMatchObject({ before: { id: after }, after: null });
  await expect(neighbours(secret)).rejects.toMatchObject({ id: 'not-found' });
  await expect(neighbours(999)).rejects.toMatchObject({ id: 'not-found' });
});
