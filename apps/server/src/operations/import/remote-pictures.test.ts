import type { RequestListener } from 'node:http';
import { Failure } from '@mojian/contract/platform/failures';
import type { Item } from '@mojian/importers/form';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { article, madeSource } from '../../../test/made-source.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import { fetchRemotePictures, retryDeadPictures } from './remote-pictures.ts';
import { carryOut, insertRun, previewImport } from './runs.ts';
import { proposedOptions } from './survey.ts';
import { undoRun } from './undo.ts';

const site = freshSite();

const importsArticle = (key: string, markdown: string, cover = '') => imports([article({ key, markdown, cover })]);

async function imports(items: Item[]) {
  const opened = madeSource(items);
  const userId = site.owner.id;
  const preview = await previewImport(site, opened, { userId });
  const runId = await insertRun(site.db, {
    survey: preview,
    opened,
    upload: 'upload-12345',
    userId,
    options: proposedOptions(preview),
  });
  await carryOut(site, opened, runId);
  return runId;
}

const png = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
const fetches = (now = Date.now()) => fetchRemotePictures(site, { mayReach: mayReachHere, pace: 0, now: () => now });
const states = async () =>
  (await site.db.selectFrom('remotePictures').select(['state', 'attempts', 'failure']).orderBy('id').execute()).map(
    ({ state, attempts }) => [state, attempts],
  );
const texts = async () =>
  (await site.db.selectFrom('articles').select(['markdown', 'cover', 'html']).orderBy('id').execute()).map(
    (row) => row,
  );

async function openHost(answer: RequestListener) {
  const { url } = await openNeighbour(answer);
  return url;
}

test('pictures of other hosts are stored once and shown in every article and as cover', async () => {
  const bytes = await png();
  const requested: string[] = [];
  const host = await openHost((request, reply) => {
    requested.push(request.url ?? '');
    reply.end(bytes);
  });
  const picture = `${host}/rain.png`;
  await importsArticle('1', `![雨](${picture})`, picture);
  await importsArticle('2', `文 ![雨](${picture})\n\n<img src="${picture}">`);
  expect((await texts()).map(({ html }) => html).join('')).not.toContain('<img');
  await fetches();
  const shown = await texts();
  expect(requested).toEqual(['/rain.png']);
  for (const { markdown } of shown) expect(markdown).not.toContain(host);
  expect(shown[0]?.cover).toMatch(/^\/files\//);
  expect(shown[0]?.html).toContain('<img');
  expect(await states()).toEqual([
    ['done', 0],
    ['done', 0],
  ]);
});

test('fetching the pictures of an imported article does not count as an edit', async () => {
  const bytes = await png();
  const host = await openHost((_request, reply) => void reply.end(bytes));
  await importsArticle('1', `![雨](${host}/a.png)`);
  await fetches();
  await importsArticle('1', `![雨](${host}/a.png)\n\n新的一段`);
  expect((await texts())[0]?.markdown).toContain('新的一段');
});

test('the link around a fetched picture goes where it led to its original, and stays where it led elsewhere', async () => {
  const bytes = await png();
  const host = await openHost((_request, reply) => reply.end(bytes));
  const linked = (picture: string, target: string) => `[![雨](${host}/${picture})](${host}/${target})`;
  const originals = [
    linked('a.png', 'a.png'),
    linked('up/rain-300x200.jpg', 'up/rain.jpg'),
    linked('s320/b.png', 's1600/b.PNG'),
    `<a href="${host}/c.jpg?full" class="x"><img src="${host}/c-150x150.jpg" alt="雨"></a>`,
  ];
  const others = [linked('d.png', 'posts/d'), linked('e.png', 'f.png')];
  await importsArticle('1', [...originals, ...others].join('\n\n'));
  await fetches();
  const [row] = await texts();
  expect(row?.html.match(/<img/g)).toHaveLength(6);
  expect(row?.html.match(/href="http[^"]*"/g)).toEqual([`href="${host}/posts/d"`, `href="${host}/f.png"`]);
});

test('a fetched picture is shown in 关于 as well, which an undo still takes back', async () => {
  const bytes = await png();
  const host = await openHost((_request, reply) => reply.end(bytes));
  const about = { key: '1', isPage: true, addresses: ['/about/'], markdown: `![我](${host}/me.png)` };
  const runId = await imports([article(about)]);
  const shown = async () => (await site.as(null).about.show()).html;
  expect(await shown()).toContain(`${host}/me.png`);
  await fetches();
  expect(await shown()).toMatch(/<img src="\/files\//);
  await undoRun(site, runId);
  expect(await shown()).toBe('');
});

test('a host that does not answer is asked again later, then given up; a file that is no picture is given up at once', async () => {
  let isUp = false;
  const bytes = await png();
  const host = await openHost((request, reply) => {
    if (request.url === '/text.png') reply.end('not a picture');
    else if (isUp) reply.end(bytes);
    else reply.writeHead(503).end();
  });
  const runId = await importsArticle('1', `![a](${host}/late.png) ![b](${host}/text.png)`);
  const start = Date.now();
  await fetches(start);
  expect(await states()).toEqual([
    ['waiting', 1],
    ['dead', 1],
  ]);
  await fetches(start);
  expect(await states()).toEqual([
    ['waiting', 1],
    ['dead', 1],
  ]);
  isUp = true;
  await fetches(start + 2 * 60_000);
  expect(await states()).toEqual([
    ['done', 1],
    ['dead', 1],
  ]);
  expect((await texts())[0]?.markdown).toMatch(/^!\[a\]\(\/files\/.*!\[b\]\(http/);
  expect(await retryDeadPictures(site.db, runId)).toBe(1);
  await fetches(start + 3 * 60_000);
  expect(await states()).toEqual([
    ['done', 1],
    ['dead', 1],
  ]);
});

test.each([new Failure('unavailable'), new PictureRefused('too-many')])(
  'a picture that cannot be stored for now (%s) is fetched again later',
  async (trouble) => {
    const bytes = await png();
    const host = await openHost((_request, reply) => void reply.end(bytes));
    await importsArticle('1', `![a](${host}/a.png)`);
    const start = Date.now();
    const storage = { ...site.storage, put: () => Promise.reject(trouble) };
    await fetchRemotePictures({ ...site, storage }, { mayReach: mayReachHere, pace: 0, now: () => start });
    expect(await states()).toEqual([['waiting', 1]]);
    await fetches(start + 2 * 60_000);
    expect(await states()).toEqual([['done', 1]]);
    expect((await texts())[0]?.markdown).toMatch(/^!\[a\]\(\/files\//);
  },
);

const saveArticles = () =>
  site.db
    .updateTable('articles')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .execute();

test.each([
  ['the article was saved meanwhile', saveArticles],
  ['the text process is busy', () => Promise.reject(new WorkerFailed('busy'))],
])('a fetched picture is shown in the next round when %s', async (_why, hinder) => {
  const bytes = await png();
  const host = await openHost((_request, reply) => void reply.end(bytes));
  await importsArticle('1', `![a](${host}/a.png)`);
  const { ask } = WorkerProcess.prototype;
  const tasks = vi.spyOn(WorkerProcess.prototype, 'ask').mockImplementation(async function (this: never, name, input) {
    if (name !== 'takeForeign') await hinder();
    return ask.call(this, name, input);
  });
  await fetches();
  tasks.mockRestore();
  expect(await states()).toEqual([['fetched', 0]]);
  await fetches();
  expect(await states()).toEqual([['done', 0]]);
  expect((await texts())[0]?.markdown).toMatch(/^!\[a\]\(\/files\//);
});

test('addresses of this machine and its network are never requested', async () => {
  const requested: string[] = [];
  const host = await openHost((request, reply) => {
    requested.push(request.url ?? '');
    reply.end();
  });
  await importsArticle('1', `![a](${host}/a.png)`);
  await fetchRemotePictures(site, { pace: 0 });
  expect(requested).toEqual([]);
  expect((await states())[0]?.[1]).toBe(1);
});
