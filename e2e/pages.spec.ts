import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSite } from './stage.ts';

const { site } = openSite();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' });

test('pages come compressed, tagged and revalidated with 304', async () => {
  const first = await get('/archive', { 'accept-encoding': 'br' });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('vary')).toContain('accept-encoding');
  const twice = async () => {
    const etag = (await get('/archive')).headers.get('etag') ?? '';
    const second = await get('/archive', { 'if-none-match': etag });
    return [second.status, await second.text()];
  };
  // pages of the first content may be dropped a moment after the start
  await expect.poll(twice).toEqual([304, '']);
});

test('every content encoding carries the same page', async () => {
  const { request } = await import('node:http');
  const raw = (encoding: string) =>
    new Promise<Buffer>((resolve) => {
      request(`${site.url}/tags`, { headers: { 'accept-encoding': encoding } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks)));
      }).end();
    });
  const isSame = async () => {
    const [plain, brotli] = await Promise.all([raw('identity'), raw('br')]);
    return brotliDecompressSync(brotli).equals(plain);
  };
  await expect.poll(isSame).toBe(true);
});

test('each page has its own strict policy without unsafe-inline or another host', async () => {
  for (const path of ['/', '/archive', '/category', '/tags', '/article/1', '/nowhere']) {
    const policy = (await get(path)).headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("script-src 'self' 'sha256-");
    expect(policy, path).not.toMatch(/unsafe|https?:|\*/);
  }
});

test('the sandboxed diagram frame runs scripts of this site only', async () => {
  const policy = (await get('/diagram')).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(new RegExp(`script-src 'self' ${site.url} 'sha256-[^ ;]+';`));
  expect(policy).toContain('sandbox allow-scripts');
});

test('pages carry no inline style and no handler attributes', async () => {
  for (const path of ['/', '/archive', '/category', '/tags', '/article/1', '/article/3']) {
    const html = (await (await get(path)).text()).replace(/<script[\s\S]*?<\/script>/g, '');
    expect(html, path).not.toMatch(/<[^>]+\sstyle=/);
    expect(html, path).not.toMatch(/<[^>]+\son[a-z]+=/);
  }
});

test('an unknown address answers 404, in Chinese', async () => {
  const articles = ['/article/99999', '/article/abc', '/article/0', `/article/${'a'.repeat(400)}`];
  for (const path of ['/nowhere', `/${'a'.repeat(3000)}`, ...articles, '/tags?id=99999']) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain('页面不存在');
  }
});

test('an invalid query value redirects to the page without it', async () => {
  const answer = await fetch(`${site.url}/category?id=x`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/category']);
});

test('a link that was cut off leads to the page that says so', async () => {
  for (const path of ['/2019/%E9%9B%A', '/100%', '/article/%E4%A', '/%ff']) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain('页面不存在');
  }
});

test('hostile addresses never end in a 500', async () => {
  const paths = [
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//evil.example',
    '/article/1%27or%271',
    '/?page=-1',
    '/?page=1e9',
    '/?by=<script>',
    '/archive?year=abc',
    '/tags?id=1&id=2',
    `/${'a'.repeat(3000)}`,
    '/?category=99999999999999999999',
  ];
  for (const path of paths) expect((await get(path)).status, path).toBeLessThan(500);
});

test('unknown query parameters make no new page', async () => {
  const etag = async (path: string) => (await get(path)).headers.get('etag') ?? '';
  // compares anew: pages of the first content may be dropped a moment after the start
  const isSame = async () => (await etag('/?utm_source=a')) === (await etag('/?utm_source=b&fbclid=c'));
  await expect.poll(isSame).toBe(true);
});

test('an unknown call answers with an envelope, not a page', async () => {
  const answer = await get('/v1/nothing');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    code: 404,
    message: '没有这个接口',
    data: null,
    extra: { failure: 'not-found' },
  });
});

test('calls are reached with and without the trailing slash', async () => {
  for (const path of ['/v1/article', '/v1/article/', '/v1', '/v1/', '/v1/tag', '/v1/tag/'])
    expect((await get(path)).status, path).toBe(200);
});

test('the API describes itself', async () => {
  const document = (await (await get('/openapi.json')).json()) as { openapi: string; paths: Record<string, unknown> };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/', '/v1/article/', '/v1/article/info', '/v1/webSiteInfo']),
  );
  expect((await fetch(`${site.url}/docs`)).status).toBe(200);
});

test('built files are immutable, compressed and typed', async () => {
  const html = await (await get('/')).text();
  const script = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(html);
  const answer = await get(script?.[1] ?? script?.[2] ?? '', { 'accept-encoding': 'br' });
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toContain('javascript');
});

test('too many calls from one address are refused with 429 and Retry-After', async () => {
  let refused: Response | undefined;
  for (let call = 0; call < 700 && !refused; call++) {
    const answer = await get('/v1/tag/');
    if (answer.status === 429) refused = answer;
    else await answer.arrayBuffer();
  }
  expect(refused?.headers.get('retry-after')).toBeTruthy();
  expect(await refused?.json()).toMatchObject({ code: 429, extra: { failure: 'too-many-requests' } });
  expect((await get('/')).status).toBe(200);
});

test('pages asked for at the same moment share header and footer, each with its own place in the menu', async () => {
  const places = ['/', '/archive', '/category', '/tags', '/say', '/links', '/about', '/search?q=纸', '/article/1'];
  const pages = await Promise.all(places.map(async (path) => (await get(path)).text()));
  const partOf = (html: string, tag: string) => new RegExp(`<${tag} [\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? '';
  const unmarked = (header: string) => header.replaceAll(/ aria-current="\w+"/g, '');
  const [home = ''] = pages;
  for (const [n, html] of pages.entries()) {
    expect(unmarked(partOf(html, 'header')), places[n]).toBe(unmarked(partOf(home, 'header')));
    expect(partOf(html, 'footer'), places[n]).toContain('本站已运行');
    expect(html, places[n]).not.toContain('<template');
  }
  const here = pages.map((html) =>
    /href="([^"]+)"[^>]* aria-current="page"|aria-current="page"[^>]* href="([^"]+)"/.exec(partOf(html, 'header')),
  );
  expect(here.map((found) => found?.[1] ?? found?.[2])).toEqual([
    '/',
    '/archive',
    '/category',
    '/tags',
    '/say',
    '/links',
    '/about',
    undefined,
    undefined,
  ]);
});
