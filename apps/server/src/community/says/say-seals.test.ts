import { noticeKinds, type Seal } from '@mojian/contract/platform/rules';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
let id: number;

beforeEach(async () => {
  id = await site.says({ text: '雨停得很突然' });
});

type Viewer = typeof site.ming | null;

const stamp = (viewer: Viewer, seal?: Seal, like?: '0' | '1') =>
  site.as(viewer).says.like({ query: { id, ...(seal && { seal }), ...(like && { like }) } });
const shown = async (viewer: Viewer = null) => (await site.as(viewer).says.list({ query: { id } })).records[0];
const notices = async () => (await site.as(site.lin).notices.list({ query: { type: noticeKinds.like } })).records;

test('each person stamps each seal once, and the like is the first of the four', async () => {
  expect(await stamp(site.ming)).toEqual({ liked: true, likes: 1 });
  expect(await stamp(site.ming, 'hug')).toEqual({ liked: true, likes: 1 });
  expect(await stamp(site.ming, 'hug', '1'), 'stamped already').toEqual({ liked: true, likes: 1 });
  expect(await stamp(site.owner, 'hug')).toEqual({ liked: true, likes: 2 });
  expect(await shown(site.ming)).toMatchObject({
    seals: { like: 1, laugh: 0, recall: 0, hug: 2 },
    likes: 1,
    liked: true,
  });
  expect((await shown(site.ming))?.stamped.toSorted()).toEqual(['hug', 'like']);
  expect(await shown(site.owner)).toMatchObject({ stamped: ['hug'], liked: false });
  expect((await shown())?.stampers.map(({ nickname }) => nickname).sort(), 'each person once').toEqual(
    ['站长', '阿明'].sort(),
  );
  expect(await stamp(site.ming, 'hug')).toEqual({ liked: false, likes: 1 });
  expect(await stamp(site.ming, 'recall', '0'), 'never stamped').toEqual({ liked: false, likes: 0 });
  expect(await shown(site.ming)).toMatchObject({ stamped: ['like'], seals: { like: 1, hug: 1 } });
});

test('other seals are no likes of a profile', async () => {
  await stamp(site.ming, 'laugh');
  const { likes } = await site.as(null).members.counts({ query: { id: site.lin.id } });
  expect(likes).toBe(0);
});

test('the author has one notice of all who stamped, until each takes back the last seal', async () => {
  for (const seal of ['laugh', 'hug'] as const) await stamp(site.ming, seal);
  await stamp(site.owner, 'recall');
  expect(await notices()).toMatchObject([{ count: 2, link: `/say?id=${id}` }]);
  await stamp(site.ming, 'laugh');
  expect(await notices()).toMatchObject([{ count: 2 }]);
  await stamp(site.ming, 'hug');
  expect(await notices()).toMatchObject([{ count: 1 }]);
  await stamp(site.owner, 'recall');
  expect(await notices()).toEqual([]);
  await stamp(site.lin, 'like');
  expect(await notices(), 'not of one’s own').toEqual([]);
});

test('an unknown seal, a visitor and an invisible say are refused', async () => {
  await expect(stamp(site.ming, 'kiss' as Seal)).rejects.toMatchObject({ id: 'invalid-input', field: 'seal' });
  await expect(stamp(null, 'hug')).rejects.toMatchObject({ id: 'signed-out' });
  id = await site.says({ isPublic: false });
  await expect(stamp(site.ming, 'hug')).rejects.toMatchObject({ id: 'not-found' });
  expect(await site.db.selectFrom('likes').selectAll().execute()).toEqual([]);
});

test('fifty presses of four seals at once leave counters and rows equal', async () => {
  const seals = ['like', 'laugh', 'recall', 'hug'] as const;
  await Promise.all(Array.from({ length: 48 }, (_, n) => stamp(n % 2 ? site.ming : site.owner, seals[n % 4])));
  const counts = (await shown())?.seals;
  const rows = await site.db.selectFrom('likes').select('seal').execute();
  for (const seal of seals) expect(counts?.[seal]).toBe(rows.filter((row) => row.seal === seal).length);
});

test('a removed say takes all its seals along', async () => {
  await stamp(site.ming, 'hug');
  await stamp(site.ming, 'recall');
  await site.as(site.lin).says.remove({ query: { id } });
  expect(await site.db.selectFrom('likes').selectAll().execute()).toEqual([]);
});
