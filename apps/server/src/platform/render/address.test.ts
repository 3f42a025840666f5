import { expect, test } from 'vitest';
import { pageAddress } from './pages.ts';

const web = {
  pageAt: (path: string) => {
    if (path.toLowerCase() === '/newsays') return '/newSays';
    return /^\/(archive|tags|message|article\/[^/]+)?$/.test(path) ? path : undefined;
  },
  query: (_path: string, input: URLSearchParams) => {
    if (input.get('id') === 'abc') return undefined;
    return new URLSearchParams([...input].filter(([name]) => ['by', 'id', 'page'].includes(name)).sort());
  },
};
const keyOf = (url: string) => pageAddress(url, web).key;

test.each([
  ['/', '/'],
  ['/tags?page=2&id=3', '/tags?id=3&page=2'],
  ['/?utm_source=x&by=hot', '/?by=hot'],
  ['/?utm_source=x', '/'],
  ['/article/1?id=%00<script>', '/article/1?id=%00%3Cscript%3E'],
])('%s is the page %s', (url, key) => {
  expect(pageAddress(url, web)).toMatchObject({ key });
  expect(pageAddress(url, web).moved).toBeUndefined();
});

test('a slash too many leads to the address without it, its query kept', () => {
  expect(pageAddress('/message/', web).moved).toBe('/message');
  expect(pageAddress('/tags//?id=3&x=1', web).moved).toBe('/tags?id=3&x=1');
});

test('any other letter case leads to the route’s own, its query kept', () => {
  expect(pageAddress('/NEWSAYS?id=3', web).moved).toBe('/newSays?id=3');
  expect(pageAddress('/newSays', web).moved).toBeUndefined();
  expect(pageAddress('/Chat', web).moved).toBe('/im');
});

test('a value that no page of the route has leads to the route without it', () => {
  expect(pageAddress('/tags?id=abc', web).moved).toBe('/tags');
});

test('the chat is found under the name the specification uses too', () => {
  expect(pageAddress('/chat', web).moved).toBe('/im');
});

test('unknown addresses share one page that names the address', () => {
  for (const url of ['//evil.example/x', '/article/%E0%A4%A', '*', '/nowhere', '/\\evil.example/'])
    expect(keyOf(url), url).toBe('/404');
  expect(pageAddress('/old/name/?x=1', web)).toEqual({ key: '/404', path: '/old/name' });
});

test('sixteen thousand slashes are read in a moment', () => {
  const before = process.cpuUsage();
  for (let n = 0; n < 100; n++) keyOf(`/a${'/'.repeat(16_000)}b/`);
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(500);
});
