import { expect, test } from 'vitest';
import { pageQuery, pathsOf } from './page-queries.ts';

const read = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://mojian');
  return pageQuery(pathname, searchParams)?.toString();
};

test.each([
  ['/?topic=rain&id=3&by=hot', 'by=hot'],
  ['/tags?page=2&id=3&year=2020', 'id=3&page=2'],
  ['/?by=new', ''],
  ['/say?topic=%E9%9B%A8', 'topic=%E9%9B%A8'],
  ['/category?id=3&year=2020', 'id=3&year=2020'],
  ['/search?q=a+b&page=2', 'q=a+b&page=2'],
  ['/search?sort=new&category=3&year=2020&kind=say&q=a', 'q=a&kind=say&year=2020&category=3&sort=new'],
  ['/search?q=a&kind=x&sort=y', 'q=a'],
  ['/archive?page=2&month=12&year=2020', 'year=2020&month=12&page=2'],
  ['/article/1?page=2', ''],
  ['/user/3?tab=fans&page=2', 'page=2&tab=fans'],
  ['/user/3?tab=says&after=1700000000000-1-8', 'tab=says&after=1700000000000-1-8'],
  ['/user?tab=anything', 'tab=anything'],
  ['/newposts?id=7', 'id=7'],
])('%s knows %s', (url, known) => expect(read(url)).toBe(known));

test.each([
  '/tags?id=abc',
  '/?page=0',
  '/archive?year=20260',
  '/archive?year=2026&month=13',
  '/say?topic=a%20b',
  '/user/3?tab=secret',
  '/user/3?after=a%20b',
  '/search?q=a&year=20260',
  '/message?page=-1',
])('%s is no page', (url) => expect(read(url)).toBeUndefined());

test('the app knows its own paths in any letter case, and the not-found page is none of them', () => {
  const pageAt = pathsOf([{ index: true }, { path: 'article/:articleId' }, { path: 'newSays' }, { path: '*' }, {}]);
  for (const path of ['/', '/newSays', '/article/12', '/article/Rain']) expect(pageAt(path)).toBe(path);
  expect(['/NEWSAYS', '/Article/Rain'].map(pageAt)).toEqual(['/newSays', '/article/Rain']);
  for (const path of ['/article', '/article/1/2', '/newSaysx', '/x', '//']) expect(pageAt(path), path).toBeUndefined();
});
