import { MOTIFS, paintingOf } from '@mojian/contract/core/cover-number';
import { pigments } from '@mojian/contract/core/pigments';
import { expect, test } from 'vitest';
import { chooseDrawn, motifsApart, shownCover } from './choose-cover.ts';

const titles = Array.from({ length: 500 }, (_, index) => `第${index}封信，写在${index % 7 === 0 ? '雨天' : '路上'}`);

test('in a run of 500 titles no motif comes again within six articles of the site or of the category', () => {
  const site: number[] = [];
  const categories: number[][] = Array.from({ length: 5 }, () => []);
  for (const [index, title] of titles.entries()) {
    const category = categories[(index * index) % 5] ?? [];
    const before = [...site.slice(-motifsApart), ...category.slice(-motifsApart)];
    const drawn = chooseDrawn(title, { before });
    expect(before.map((one) => one % MOTIFS)).not.toContain(drawn % MOTIFS);
    site.push(drawn);
    category.push(drawn);
  }
  const times = Array.from({ length: MOTIFS }, (_, motif) => site.filter((one) => one % MOTIFS === motif).length);
  expect(Math.min(...times)).toBeGreaterThan(10);
  expect(Math.max(...times)).toBeLessThan(45);
});

test('an old date avoids those after it too, as far as motifs suffice', () => {
  const [title = ''] = titles;
  const first = chooseDrawn(title, { before: [] });
  expect(chooseDrawn(title, { before: [] })).toBe(first);
  expect(chooseDrawn(title, { before: [], after: [first] }) % MOTIFS).not.toBe(first % MOTIFS);
  const all = Array.from({ length: MOTIFS }, (_, motif) => motif);
  expect(chooseDrawn(title, { before: [(first + 1) % MOTIFS], after: all })).toBe(first);
});

test('the pigment is the category’s; without one the title gives it', () => {
  const article = { title: '立冬', coverNumber: null, drawn: 8 + 20 * 3 };
  expect(paintingOf(shownCover({ ...article, pigment: 'moss' }))).toEqual({ motif: 8, layout: 3, pigment: 6 });
  expect(paintingOf(shownCover({ ...article, pigment: 'plain' }))).toEqual({ motif: 8, layout: 3, pigment: 0 });
  const without = ['立冬', '小雪', '大雪', '冬至', '小寒', '大寒'].map((title) =>
    paintingOf(shownCover({ ...article, title, pigment: null })),
  );
  expect(new Set(without.map((one) => pigments[one?.pigment ?? -1])).size).toBeGreaterThan(1);
});

test('a cover that its author chose stays as it is', () => {
  expect(shownCover({ title: '立冬', coverNumber: 7, drawn: 20, pigment: 'indigo' })).toBe(7);
});
