import { completeSections, type HomeSection, type PlacedSection } from '@mojian/contract/core/home-sections';
import { expect, test } from 'vitest';
import { changesOf, type HomeSettings } from './changes.ts';

const saved: HomeSettings = {
  lead: 'newest',
  article: 0,
  beside: 'say',
  sections: [],
  count: '9',
  wide: true,
  side: true,
};
const changes = (change: Partial<HomeSettings>) => changesOf(saved, { ...saved, ...change });
const all = completeSections([]);
const order = (names: HomeSection[]): PlacedSection[] => completeSections(names.map((name) => ({ name, on: true })));

test('each change is named', () => {
  expect(changes({})).toEqual([]);
  expect(changes({ lead: 'pinned', beside: 'term' })).toEqual(['头条换成置顶的一篇', '旁边换成今日节气']);
  expect(changes({ lead: 'chosen', article: 3 })).toEqual(['头条换成自己选']);
  expect(changes({ article: 3 })).toEqual([]);
  expect(changes({ count: '14', wide: false, side: false })).toEqual(['新文章改为 14 篇', '没有宽图', '右侧空着']);
});

test('a section that was switched or moved is named with its new place', () => {
  expect(changes({ sections: all })).toEqual([]);
  expect(changes({ sections: [{ name: 'says', on: false }] })).toEqual(['近况关了']);
  expect(changes({ sections: order(['photos']) })).toEqual(['影移到近况前']);
  expect(changes({ sections: order(['new', 'says']) })).toEqual(['新文章移到近况前']);
  const last = all.toSorted((a, b) => Number(a.name === 'photos') - Number(b.name === 'photos'));
  expect(changes({ sections: last })).toEqual(['影移到最后']);
  expect(changes({ sections: all.toReversed() })).toEqual(['换了顺序']);
});
