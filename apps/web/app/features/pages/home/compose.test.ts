import type { ArticleCard } from '@mojian/contract/content/articles';
import { homeSectionNames } from '@mojian/contract/core/home-sections';
import type { Home } from '@mojian/contract/pages/home';
import { expect, test } from 'vitest';
import { composeHome } from './compose.ts';
import { groupsOf } from './feed.tsx';
import { spinesOf } from './shelf.tsx';

const card = (id: number, change: Partial<ArticleCard> = {}) =>
  ({ id, path: `/article/${id}`, title: `第${id}篇`, pinned: false, ...change }) as ArticleCard;
const cards = (ids: number[]) => ids.map((id) => card(id));
const say = (id: number) => ({ id, text: `第${id}句` }) as Home['says'][number];
const photo = (kind: 'say' | 'article', id: number) =>
  ({ url: `/${kind}${id}`, of: { kind, id } }) as Home['photos'][number];
const page = (ids: number[], more = {}) => ({
  records: cards(ids),
  total: 40,
  pages: 4,
  pageNo: 1,
  pageSize: 10,
  ...more,
});

const home = (change: Partial<Home> = {}): Home => ({
  layout: { beside: 'say', sections: homeSectionNames, count: 9, wide: true, side: true },
  lead: card(1),
  featured: [],
  recommended: [],
  says: [],
  sheet: null,
  photos: [],
  series: [],
  ago: [],
  reader: null,
  comments: [],
  neighbours: [],
  tags: [],
  counts: { articles: 40, categories: 1, tags: 1, series: 0, pinned: 0 },
  ...change,
});

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

test('no article, say or picture stands on the page twice', () => {
  const linked = (numbers: number[]) => numbers.map((id) => ({ id, path: '', title: '', views: 0, number: id }));
  const composed = composeHome(
    home({
      featured: cards([1, 3, 20, 21]),
      recommended: linked([2, 20, 22, 23, 24, 25, 26, 27]),
      series: [{ id: 1, name: '', intro: '', articles: 9, newest: linked([1, 5, 22, 30, 31, 32]) }],
      sheet: say(1),
      says: [1, 2, 3].map(say),
      ago: [
        { year: 2025, article: card(31), say: null },
        { year: 2024, article: card(33), say: null },
        { year: 2023, article: null, say: { id: 2, text: '', place: '' } },
        { year: 2022, article: null, say: { id: 9, text: '', place: '' } },
      ],
      photos: [
        photo('article', 1),
        photo('article', 4),
        photo('say', 1),
        ...[5, 6, 7, 8, 9].map((id) => photo('say', id)),
        photo('article', 33),
      ],
    }),
    page([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  );
  expect(ids(composed.list.records.slice(0, composed.firstRows))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ids(composed.picks)).toEqual([20, 21]);
  expect(ids(composed.recommended)).toEqual([22, 23, 24, 25, 26]);
  expect(ids(composed.series[0]?.newest ?? [])).toEqual([30, 31, 32]);
  expect(ids(composed.says)).toEqual([2, 3]);
  expect(composed.ago.map(({ year }) => year)).toEqual([2024, 2022]);
  expect(composed.photos.map(({ of }) => of.id)).toEqual([5, 6, 7, 8, 9]);
  expect(composed.elsewhere).toEqual([1, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33]);
});

test('sections with nothing to show are left out, and fewer than five pictures are nothing', () => {
  expect(composeHome(home(), page([1, 2])).sections).toEqual(['new']);
  const four = home({ photos: [1, 2, 3, 4].map((id) => photo('say', id)), says: [say(1)] });
  expect(composeHome(four, page([1])).sections).toEqual(['says', 'new']);
});

test('a list of one page is shown whole, a longer one by the owner’s number and its pinned articles', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => at + 1);
  expect(composeHome(home({ lead: card(99) }), page(twelve, { pages: 1 })).firstRows).toBe(12);
  const pinned = { ...page(twelve), records: [card(50, { pinned: true }), ...cards(twelve)] };
  expect(composeHome(home(), pinned).firstRows).toBe(10);
  expect(composeHome(home({ lead: card(50, { pinned: true }) }), pinned).firstRows).toBe(9);
  expect(composeHome(home(), pinned, 'hot').firstRows).toBe(9);
});

test('four articles make no list', () => {
  const counts = { articles: 4, categories: 0, tags: 0, series: 0, pinned: 0 };
  expect(composeHome(home({ counts }), page([1, 2, 3, 4], { pages: 1 })).isSparse).toBe(true);
  expect(composeHome(home({ counts: { ...counts, articles: 5 } }), page([1])).isSparse).toBe(false);
});

test('rows stand in groups of four, each followed by a wide one where the owner wants them', () => {
  const shape = (count: number, isWide: boolean) =>
    groupsOf(cards(Array.from({ length: count }, (_, at) => at)), isWide).map(({ rows, wide }) => [
      rows.length,
      wide?.id,
    ]);
  expect(shape(9, true)).toEqual([
    [4, 4],
    [4, undefined],
  ]);
  expect(shape(5, true)).toEqual([[4, 4]]);
  expect(shape(9, false)).toEqual([
    [4, undefined],
    [4, undefined],
    [1, undefined],
  ]);
});

test('a spine keeps its height, and none has the pigment of the one before it', () => {
  const names = ['慢工具', '运河十二站', '宋人的一天', '小站造法', '给女儿的诗', '夜航船', '草木邻居', '旧物志'];
  const spines = spinesOf(names.map((name) => ({ name, articles: 7 })));
  expect(spines.every((spine, at) => spine['data-pigment'] !== spines[at - 1]?.['data-pigment'])).toBe(true);
  expect(spinesOf([{ name: '夜航船', articles: 1 }])[0]?.['data-height']).toBe(spines[5]?.['data-height']);
  expect(spinesOf([{ name: '长', articles: 500 }])[0]?.['data-width']).toBe(4);
});
