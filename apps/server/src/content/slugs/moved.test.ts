import { hasNamingQuery, movedKey } from '@mojian/foreign-files/address-key';
import { routableAddress } from '@mojian/foreign-files/address-text';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { findMoved, type MovedSource, readTarget, rememberMoved } from './moved.ts';

const site = freshSite();
let rain: string;

beforeEach(async () => {
  rain = `/article/${await site.writes({ title: '雨' })}`;
});

const remember = (address: string, target: string, source: MovedSource = 'import') =>
  site.db.transaction().execute((trx) => rememberMoved(trx, address, target, source));
const find = (address: string) => findMoved(site.db, address);
const rows = () => site.db.selectFrom('movedPaths').select(['path', 'target']).orderBy('path').execute();

/** Stored address, and requests that all mean it. */
const spellings: [string, string[]][] = [
  ['https://old.example/?p=12', ['/?p=12', '/index.php?p=12', '/?p=12&amp;preview=true', '/?utm_source=x&p=12#more']],
  ['/?page_id=2', ['/?page_id=2', '/index.php?page_id=2']],
  ['/?cat=3', ['/?cat=3&paged=2']],
  ['/?tag=%E6%98%A5', ['/?tag=春', '/?tag=%E6%98%A5']],
  ['/?attachment_id=9', ['/?attachment_id=9', '/?attachment_id=9&p=']],
  ['/index.php/archives/12/', ['/archives/12', '/index.php/archives/12', '/archives/12/amp', '/archives/12.html']],
  [
    '/post/12.html',
    ['/post/12', '/post/12.md', '/POST/12.HTML', '/post/12.html?amp=1', '/post/12.html/amp', '/amp/post/12.html'],
  ],
  ['https://blog.example/2024/05/Rain/', ['/2024/05/rain', '/2024/05/rain/feed/', '/2024/05/rain/trackback']],
  ['/2024/雨.html', ['/2024/%E9%9B%A8.html', '/2024/%25E9%259B%25A8/', '/2024/%D3%EA', '/2024/雨/comment-page-2/']],
  ['/category/a/b', ['/category/a/b/page/2', '/category/a/b/2/', '/category/a/b/page/2/amp', '//category//a/b']],
  ['/content/images/2024/a.jpg', ['/content/images/size/w600/2024/a.jpg', '/content/images/2024/a-300x200.jpg']],
  ['/view.php?id=7', ['/view.php?id=7&from=timeline', '/view.php?mod=x&id=7']],
];
test.each(spellings)('%s is found in every spelling', async (stored, requested) => {
  expect(await remember(stored, rain)).toBe('added');
  for (const address of [stored, ...requested]) expect(await find(address), address).toBe(rain);
});

test('another id, another path and the home page are not redirected', async () => {
  await remember('/?p=12', rain);
  await remember('/archives/12', rain);
  for (const address of ['/', '/?', '/?p=13', '/?p=', '/?page=2', '/archives', '/archives/123', '/12', '/%E9%', '/\0'])
    expect(await find(address), address).toBe(undefined);
  expect(await find('/'.repeat(3000))).toBe(undefined);
  expect(await find(`/${'长'.repeat(5000)}`)).toBe(undefined);
});

test('a query on the home page counts only where it names a page', () => {
  for (const url of ['/', '/?', '/?page=2', '/?by=hot&category=3', '/?utm_source=p', '/?p='])
    expect(hasNamingQuery(url), url).toBe(false);
  for (const url of ['/?p=1', '/?page_id=1', '/?x=1&cat=2', '/?feed=rss2']) expect(hasNamingQuery(url), url).toBe(true);
});

test('storing the same again changes nothing', async () => {
  expect(await remember('/a', rain)).toBe('added');
  const before = await site.db.selectFrom('movedPaths').selectAll().execute();
  expect(await remember('/A/', rain)).toBe('unchanged');
  expect(await remember('https://other.example/a.html', rain)).toBe('unchanged');
  expect(await site.db.selectFrom('movedPaths').selectAll().execute()).toEqual(before);
});

test('an import does not undo what a person or a rename decided', async () => {
  await remember('/a', '/about', 'manual');
  await remember('/b', '/about', 'renamed');
  for (const path of ['/a', '/b']) expect(await remember(path, rain)).toBe('kept');
  expect(await remember('/a', rain, 'manual')).toBe('changed');
  expect(await rows()).toEqual([
    { path: '/a', target: rain },
    { path: '/b', target: '/about' },
  ]);
});

test('chains are shortened in either order of storing', async () => {
  await remember('/雨', '/b');
  await remember('/b', '/c');
  await remember('/a', '/雨');
  await remember('/c', rain);
  expect(await rows()).toEqual(['/a', '/b', '/c', '/雨'].map((path) => ({ path, target: rain })));
  expect(await find('/a')).toBe(rain);
});

test('a page that exists ends a chain, also where its address is an old one of another system', async () => {
  await remember(rain, '/about');
  expect(await remember('/a', rain)).toBe('added');
  expect(await find('/a')).toBe(rain);
  expect((await rows()).find(({ path }) => path === '/a')?.target).toBe(rain);
});

test('loops are refused', async () => {
  expect(await remember('/a', '/A/')).toBe('loop');
  await remember('/a', '/b');
  expect(await remember('/b', '/a')).toBe('loop');
  await remember('/b', '/c');
  expect(await remember('/c', '/a')).toBe('loop');
  expect(await rows()).toEqual([
    { path: '/a', target: '/c' },
    { path: '/b', target: '/c' },
  ]);
});

test('a loop in the table is not served', async () => {
  const insert = (path: string, target: string) => site.db.insertInto('movedPaths').values({ path, target }).execute();
  await insert('/a', '/b');
  await insert('/b', '/c');
  await insert('/c', '/a');
  await insert('/self', '/self');
  for (const path of ['/a', '/b', '/c', '/self']) expect(await find(path)).toBe(undefined);
});

test('targets are paths of this site, or web addresses that a person chose', async () => {
  for (const bad of [
    '',
    'about',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://a:b@c.example/',
  ])
    expect(readTarget(bad), bad).toBe(undefined);
  expect(readTarget('/分类/雨 1?x=春#a')?.target).toBe('/%E5%88%86%E7%B1%BB/%E9%9B%A8%201?x=%E6%98%A5#a');
  expect(await remember('/a', 'https://elsewhere.example/x')).toBe('bad-target');
  expect(await remember('/a', 'https://elsewhere.example/x', 'manual')).toBe('added');
  expect(await find('/a')).toBe('https://elsewhere.example/x');
  expect(await remember('/', rain)).toBe('home');
  expect(await remember('/index.php', rain)).toBe('home');
  expect(await remember(`/${'x'.repeat(600)}`, rain)).toBe('too-long');
});

test('an address in GBK becomes one in UTF-8, one that cannot be decoded is taken literally, every other stays', () => {
  expect(routableAddress('/2019/%D3%EA/x?a=%D3%EA')).toBe('/2019/%E9%9B%A8/x?a=%E9%9B%A8');
  for (const url of ['/', '/%E9%9B%A8?x=%2F', '/?x=%ff%fe', '/?%']) expect(routableAddress(url)).toBe(url);
  for (const path of ['/%ff%fe', '/%', '/%zz%D3', '/article/%E0%A4%A', `/${'%80a'.repeat(3600)}`])
    expect(decodeURIComponent(routableAddress(`${path}?a=%`).split('?')[0] ?? '')).toBe(path);
});

test('hostile addresses are resolved in bounded time without an error', () => {
  const begun = performance.now();
  for (const text of ['/%', '/\ud800', `/${'%25'.repeat(5000)}`, '/'.repeat(50_000), `/${'/amp'.repeat(20_000)}`])
    expect(movedKey(text)).toMatch(/^\//);
  expect(movedKey('')).toBe('/');
  expect(movedKey('?p=3')).toBe('/?p=3');
  expect(performance.now() - begun).toBeLessThan(5000);
});
