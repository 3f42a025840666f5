import type { RequestListener } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { upload } from '../../../test/upload.ts';
import { takeFromWeb } from './uploads.ts';

const site = freshSite();

/** A site on this machine whose every address gives this answer. */
async function openSite(answer: RequestListener) {
  const { url } = await openNeighbour(answer);
  return `${url}/rain.png`;
}

const picture = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();

/** As the call does it, but for a site on this machine. */
const take = (url: string, time = 10_000) => takeFromWeb({ ...site, time, mayReach: mayReachHere }, site.lin, url);

async function expectNothingStored() {
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
  expect(await site.db.selectFrom('fileOwners').selectAll().execute()).toEqual([]);
}

test('a picture on the web is stored as if the member had uploaded it', async () => {
  const bytes = await picture();
  const url = await openSite((_request, reply) => void reply.end(bytes));
  const taken = await take(url);
  expect(taken).toMatchObject({ width: 80, height: 60, url: expect.stringMatching(/^\/files\/.+\.webp$/) });
  expect((await upload(site, site.lin, bytes)).data.url).toBe(taken.url);
  expect(await site.keptFiles()).toBe(1);
});

test('non-pictures, broken, too large, silent, missing and redirected files are refused', async () => {
  const cases: [RequestListener, string, string, number?][] = [
    [(_request, reply) => void reply.end('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'wrong-type', '这是 SVG 图片'],
    [(_request, reply) => void reply.end(Buffer.from('89504e470d0a1a0a00', 'hex')), 'invalid-input', '打不开'],
    [(_request, reply) => void reply.end(Buffer.alloc(10 * 1024 * 1024 + 1)), 'invalid-input', '对方的答复太长'],
    [() => {}, 'invalid-input', '对方没有应答', 300],
    [(_request, reply) => void reply.writeHead(404).end(), 'invalid-input', '对方没有给出内容'],
    [
      (_request, reply) => void reply.writeHead(302, { location: 'http://127.0.0.2/x.png' }).end(),
      'invalid-input',
      '不在公网上',
    ],
    [
      (_request, reply) => void reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'invalid-input',
      '不能打开的地址',
    ],
  ];
  for (const [answer, id, words, time] of cases) {
    const refusal = await take(await openSite(answer), time).catch((error) => error);
    expect(refusal, words).toMatchObject({
      name: 'Failure',
      id,
      field: 'url',
      message: expect.stringContaining(words),
    });
  }
  await expectNothingStored();
});

test('an unreachable site is refused and does not affect the next one', async () => {
  const bytes = await picture();
  const dead = await openNeighbour(() => {});
  await dead.close();
  await expect(take(dead.url)).rejects.toThrow('图片获取失败：对方没有应答');
  const url = await openSite((_request, reply) => void reply.end(bytes));
  const [first, second] = await Promise.all([take(url), take(url)]);
  expect(second.url).toBe(first.url);
});

test('the call reaches no private address', async () => {
  const { url, asked: requested } = await openNeighbour((_request, reply) => void reply.end('x'));
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '169.254.169.254', '10.0.0.1']) {
    const inside = url.replace('127.0.0.1', host);
    await expect(site.as(site.lin).files.take({ body: { url: inside } }), host).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'url',
    });
  }
  for (const odd of ['', 'x', 'file:///etc/passwd', 'data:image/png;base64,AA', 'javascript:1', '/files/x.webp'])
    await expect(site.as(site.lin).files.take({ body: { url: odd } }), odd).rejects.toMatchObject({ field: 'url' });
  expect(requested).toEqual([]);
  await expectNothingStored();
});

test('visitors and the demo account cannot fetch pictures', async () => {
  const body = { url: 'https://a.example/x.png' };
  await expect(site.as(null).files.take({ body })).rejects.toMatchObject({ id: 'signed-out' });
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  await expect(site.as(site.ming).files.take({ body })).rejects.toMatchObject({ id: 'not-allowed' });
  await expectNothingStored();
});

test('picture sizes are given for this site’s pictures only', async () => {
  const { data } = await upload(site, site.lin, await picture());
  const addresses = [data.url, '/files/aa/none.webp', 'https://a.cn/x.png', `https://evil.cn${data.url}`, ''].join(',');
  const sizes = [{ url: data.url, width: 80, height: 60, shown: data.url }];
  expect(await site.as(site.ming).files.sizes({ query: { addresses } })).toEqual(sizes);
  expect(await site.as(site.ming).files.sizes({ query: { addresses: '' } })).toEqual([]);
  await expect(site.as(null).files.sizes({ query: { addresses } })).rejects.toMatchObject({ id: 'signed-out' });
  const many = `${data.url},`.repeat(200);
  await expect(site.as(site.lin).files.sizes({ query: { addresses: many } })).rejects.toMatchObject({
    id: 'invalid-input',
  });
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  expect(await site.as(site.ming).files.sizes({ query: { addresses } })).toEqual(sizes);
});

test('an article that is saved shows its pictures with their sizes', async () => {
  const { data } = await upload(site, site.lin, await picture());
  const markdown = `![雨](${data.url})\n\n![](/files/aa/none.webp)\n\n![](${site.siteUrl}${data.url})`;
  const id = await site.writes({ markdown });
  const { html } = await site.as(null).articles.info({ query: { id } });
  expect(html.match(/<img [^>]*width="80" height="60"[^>]*>/g)).toHaveLength(1);
  expect(html.match(/<img /g)).toHaveLength(3);
});
