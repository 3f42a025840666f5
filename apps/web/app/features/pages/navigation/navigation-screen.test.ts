import { expect, test } from 'vitest';
import { filterGroups } from './navigation-screen.tsx';

const site = (id: number, name: string, info: string, url: string) => ({ id, name, info, url, logo: '', clicks: 0 });
const groups = [
  { id: 1, name: '读', sites: [site(1, '国家图书馆', '古籍、民国书刊', 'https://www.nlc.cn/')] },
  {
    id: 2,
    name: '造',
    sites: [site(2, 'MDN', '网页的字典', 'https://developer.mozilla.org/'), site(3, 'SQLite', '', 'x')],
  },
];
const found = (text: string) => filterGroups(groups, text).flatMap(({ sites }) => sites.map(({ id }) => id));

test('names, lines, hosts and groups are looked through, whatever the case', () => {
  expect(found('字典')).toEqual([2]);
  expect(found('mdn')).toEqual([2]);
  expect(found('NLC')).toEqual([1]);
  expect(found('造')).toEqual([2, 3]);
});

test('every word must match; an empty search shows everything', () => {
  expect(found('造 sqlite')).toEqual([3]);
  expect(found('读 sqlite')).toEqual([]);
  expect(filterGroups(groups, '  ')).toBe(groups);
});

test('the scheme of an address is not searched', () => {
  expect(found('https')).toEqual([]);
});
