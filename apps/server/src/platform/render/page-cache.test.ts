import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { makePage } from './page.ts';
import { type Page, PageCache, UnusablePage } from './page-cache.ts';
import { renderRenewed } from './page-changes.ts';

const page = (text: string, tags: string[] = [], change: Partial<Page> = {}): Page => {
  const body = Buffer.from(text);
  return {
    status: 200,
    etag: text,
    csp: '',
    length: body.length,
    bodies: { br: { body, headers: [], isQuick: true, sends: 0 } },
    tags,
    madeAt: 0,
    ...change,
  };
};
const stored = (text: string, tags?: string[]) => async () => ({ page: page(text, tags), keep: true });
const open = (change = {}) => new PageCache({ maxBytes: 1_000_000, maxAge: 1000, now: () => 0, ...change });

test('a page is made once and then comes from the cache', async () => {
  const cache = open();
  await cache.get('/', stored('one'));
  expect((await cache.get('/', stored('two'))).etag).toBe('one');
  expect(cache.fresh('/')?.etag).toBe('one');
});

test('many requests at once make one page', async () => {
  const cache = open();
  let made = 0;
  const slow = async () => {
    made++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return { page: page('slow'), keep: true };
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', slow)));
  expect(made).toBe(1);
  expect(new Set(all.map(({ etag }) => etag))).toEqual(new Set(['slow']));
});

test('a change drops exactly the pages made from it', async () => {
  const cache = open();
  await cache.get('/article/1', stored('one', ['article:1', 'site']));
  await cache.get('/article/2', stored('two', ['article:2', 'site']));
  cache.drop(['article:1']);
  expect(cache.fresh('/article/1')).toBeUndefined();
  expect(cache.fresh('/article/2')?.etag).toBe('two');
});

test('reads of a page are remembered when it is renewed or dropped, half of them each time', async () => {
  const cache = open();
  await cache.get('/', stored('one', ['articles']));
  await cache.get('/article/1', stored('one', ['articles']));
  for (let n = 0; n < 8; n++) cache.fresh('/');
  cache.drop(['articles']);
  expect([cache.readsOf('/'), cache.readsOf('/article/1'), cache.readsOf('/never')]).toEqual([8, 0, 0]);
  await cache.get('/', stored('two', ['articles']));
  cache.renew(['articles']);
  await cache.get('/', stored('three', ['articles']));
  expect(cache.readsOf('/')).toBe(2.5);
});

test('a page whose source changed while it was made is not fresh', async () => {
  const cache = open();
  const making = cache.get('/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return { page: page('before', ['articles']), keep: true };
  });
  cache.drop(['articles']);
  await making;
  expect(cache.fresh('/')).toBeUndefined();
  expect((await cache.get('/', stored('after', ['articles']))).etag).toBe('after');
});

test('a change of what every page shows drops the replies that pages share, whatever they were made from', async () => {
  for (const change of ['drop', 'renew'] as const) {
    const cache = open();
    let made = 0;
    const series = () =>
      cache.replies.get('/v1/series', ['series'], async () => ({ code: 200, data: ++made }) as never);
    await series();
    cache[change](['articles']);
    expect(await series()).toMatchObject({ data: 1 });
    cache[change](['site']);
    expect(await series()).toMatchObject({ data: 2 });
  }
});

test('dropping every page drops those without a tag and those being made', async () => {
  const cache = open();
  await cache.get('/', stored('one'));
  const { promise, resolve } = Promise.withResolvers<void>();
  const making = cache.get('/slow', async () => {
    await promise;
    return { page: page('before', ['articles']), keep: true };
  });
  cache.outdateAll();
  resolve();
  await making;
  expect([cache.fresh('/'), cache.fresh('/slow')]).toEqual([undefined, undefined]);
});

test('a request after a change does not get a render begun before it', async () => {
  const cache = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = cache.get('/', async () => {
    await promise;
    return { page: page('before', ['articles']), keep: true };
  });
  cache.drop(['articles']);
  const next = [cache.get('/', stored('after', ['articles'])), cache.get('/', stored('again', ['articles']))];
  cache.drop(['comments']);
  resolve();

  expect((await first).etag).toBe('before');
  expect((await Promise.all(next)).map(({ etag }) => etag)).toEqual(['after', 'after']);
  expect(cache.fresh('/')?.etag).toBe('after');
});

test('when rendering fails, the last good page is served', async () => {
  const cache = open();
  await cache.get('/', stored('good', ['articles']));
  cache.outdateAll();
  const broken = async () => ({ page: page('sorry', [], { status: 503 }), keep: false });
  expect((await cache.get('/', broken)).etag).toBe('good');
  await expect(cache.get('/other', broken)).rejects.toBeInstanceOf(UnusablePage);
});

test('what was only added to is sent a moment longer, while one new page is made behind it', async () => {
  let now = 0;
  let made = 0;
  const cache = open({ now: () => now });
  await cache.get('/', stored('old', ['articles']));
  const { promise, resolve } = Promise.withResolvers<void>();
  const make = async () => {
    made++;
    await promise;
    return { page: page('new', ['articles'], { madeAt: now }), keep: true };
  };
  cache.renew(['articles']);
  now = 400;
  expect((await Promise.all([cache.get('/', make), cache.get('/', make)])).map(({ etag }) => etag)).toEqual([
    'old',
    'old',
  ]);
  const latest = cache.get('/', make, { wantsLatest: true });
  now = 1500;
  const late = cache.get('/', make);
  resolve();
  expect((await latest).etag).toBe('new');
  expect((await late).etag).toBe('new');
  expect(made).toBe(1);
  expect(cache.fresh('/')?.etag).toBe('new');
});

test('renewed pages are made behind their readers, those used last, a few at a time', async () => {
  const cache = open();
  for (let n = 0; n < 12; n++) await cache.get(`/${n}`, stored('old', ['articles']));
  cache.fresh('/3');
  const made: string[] = [];
  renderRenewed(
    cache,
    (key) => {
      made.push(key);
      return cache.get(key, stored('new', ['articles']));
    },
    20,
  );
  cache.renew(['articles']);
  await expect.poll(() => made).toEqual(['/3', '/11', '/10', '/9', '/8', '/7', '/6', '/5']);
  await expect.poll(() => cache.fresh('/3')?.etag).toBe('new');
  cache.renew(['says']);
  cache.renew(['says']);
  await expect.poll(() => made.slice(8)).toEqual(['/4', '/2', '/1', '/0']);
});

test('the moment is counted from the first change', async () => {
  let now = 0;
  const cache = open({ now: () => now });
  await cache.get('/', stored('old', ['articles']));
  cache.renew(['articles']);
  now = 1400;
  cache.renew(['articles']);
  now = 1600;
  expect((await cache.get('/', stored('new'))).etag).toBe('new');
});

test('a dropped page is sent to nobody again, neither while the new one is made nor when that fails', async () => {
  const cache = open();
  const broken = async () => ({ page: page('sorry', [], { status: 503 }), keep: false });
  await cache.get('/', stored('secret', ['articles']));
  cache.renew(['articles']);
  cache.drop(['articles']);
  expect((await cache.get('/', stored('open', ['articles']))).etag).toBe('open');

  await cache.get('/again', stored('secret', ['articles']));
  cache.drop(['articles']);
  await expect(cache.get('/again', broken)).rejects.toBeInstanceOf(UnusablePage);
});

test('a page dropped while it is made, and while a failing one is behind it, is not kept', async () => {
  const cache = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const making = cache.get('/', async () => {
    await promise;
    return { page: page('secret', ['articles']), keep: true };
  });
  cache.drop(['articles']);
  resolve();
  await making;
  const broken = async () => ({ page: page('sorry', [], { status: 503 }), keep: false });
  await expect(cache.get('/', broken)).rejects.toBeInstanceOf(UnusablePage);
});

test('a refusal under load is no reason to send an outdated page', async () => {
  let now = 0;
  const cache = open({ now: () => now });
  await cache.get('/', stored('old', ['articles']));
  cache.renew(['articles']);
  now = 2000;
  const refused = async () => {
    throw new Failure('unavailable');
  };
  await expect(cache.get('/', refused)).rejects.toMatchObject({ id: 'unavailable' });
});

test('an aged page is sent at once and made anew behind it', async () => {
  let now = 0;
  const cache = open({ now: () => now });
  await cache.get('/', stored('old'));
  now = 2000;
  expect((await cache.get('/', stored('new'))).etag).toBe('old');
  now = 0;
  await expect.poll(() => cache.fresh('/')?.etag).toBe('new');
});

test('memory stays inside its bound', async () => {
  const cache = open({ maxBytes: 20_000 });
  for (let number = 0; number < 100; number++) await cache.get(`/${number}`, stored('x'.repeat(1000)));
  const left = Array.from({ length: 100 }, (_, number) => cache.fresh(`/${number}`)).filter(Boolean);
  expect(left.length).toBeLessThan(10);
  expect(cache.fresh('/99')).toBeDefined();
});

test('a body that is added or replaced counts', async () => {
  const cache = open();
  const made = await cache.get('/', stored('x'.repeat(1000)));
  const { bytes } = cache.counts;
  made.bodies.gzip = { body: Buffer.alloc(500), headers: [], isQuick: true, sends: 0 };
  made.onNewBody?.();
  expect(cache.counts.bytes).toBe(bytes + 500);
  cache.drop(['*']);
  made.onNewBody?.();
  expect(cache.counts).toMatchObject({ bytes: 0, pages: 0 });
});

test('a kept body holds no memory but its own', () => {
  const pieces = Array.from({ length: 20 }, (_, n) => `<p>${n}</p>`);
  const { bodies } = makePage({ status: 200, headers: new Headers(), pieces }, { tags: [], dev: false });
  expect(bodies.br?.body.buffer.byteLength).toBe(bodies.br?.body.length);
});

test('a page that ends with the day is neither fresh nor served stale after it', async () => {
  let now = 0;
  const cache = open({ now: () => now, maxAge: 10_000 });
  const until = (text: string, end: number) => async () => ({ page: page(text, ['day'], { until: end }), keep: true });
  await cache.get('/', until('yesterday', 500));
  now = 499;
  expect(cache.fresh('/')?.etag).toBe('yesterday');
  now = 500;
  expect(cache.fresh('/')).toBeUndefined();
  expect((await cache.get('/', until('today', 90_000))).etag).toBe('today');
});
