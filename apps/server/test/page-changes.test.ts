import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Outbox } from '../src/platform/outbox/outbox.ts';
import { pushByPostgres, pushInProcess } from '../src/platform/push/push.ts';
import { makePage } from '../src/platform/render/page.ts';
import { PageCache } from '../src/platform/render/page-cache.ts';
import { applyPageChange, type PageChange, publishPageChanges } from '../src/platform/render/page-changes.ts';
import { freshSite } from './fresh-site.ts';

/** Page caches of two processes of one site. On SQLite there is one process. */
const site = freshSite();
let processes: Awaited<ReturnType<typeof startProcess>>[];

beforeEach(async () => {
  const first = await startProcess();
  processes = site.dialect === 'postgres' ? [first, await startProcess()] : [first];
});
afterEach(async () => {
  for (const one of processes) await one.push.close();
});

async function startProcess() {
  const push = site.dialect === 'postgres' ? await pushByPostgres(site.url, () => {}) : pushInProcess();
  const cache = new PageCache({ maxBytes: 1e6, maxAge: 60_000 });
  let changes = 0;
  push.subscribe((notice) => {
    applyPageChange(cache, notice);
    changes++;
  });
  return { push, cache, changes: () => changes };
}

const pageOf = (html: string, tags: string[]) => ({
  page: makePage({ status: 200, headers: new Headers(), pieces: [html] }, { tags, dev: false }),
  keep: true,
});

/** Caches an old page with these tags everywhere, runs an act and its effects, and tells what readers then get. */
async function afterAct(tags: string[], act: () => Promise<unknown>, { late = false } = {}) {
  await site.db.deleteFrom('outbox').execute();
  for (const { cache } of processes) {
    cache.drop(['*']);
    await cache.get('/', async () => pageOf('old', tags));
  }
  const before = processes.map(({ changes }) => changes());
  await act();
  if (late) await new Promise((done) => setTimeout(done, 600));
  const [first] = processes;
  const together = (all: PageChange[]) => publishPageChanges(first?.push ?? pushInProcess(), all);
  const unused = { together: async () => {} };
  const kinds = await site.db.selectFrom('outbox').select('kind').distinct().execute();
  const effects = Object.fromEntries(kinds.map(({ kind }) => [kind, unused]));
  await new Outbox({ db: site.db, effects: { ...effects, 'drop-pages': { together } } }).run();
  return Promise.all(
    processes.map(async ({ cache, changes }, n) => {
      await expect.poll(changes).toBeGreaterThan(before[n] ?? 0);
      const isLatest = cache.fresh('/') === undefined;
      const { bodies } = await cache.get('/', async () => pageOf('new', tags));
      return isLatest ? brotliDecompressSync(bodies.br?.body ?? '').toString() : 'unchanged';
    }),
  );
}

const everywhere = (html: string) => processes.map(() => html);
const content = { title: '雨水', markdown: '雨水落在瓦上。' };

async function publish(more: object = {}) {
  const owner = site.as(site.owner);
  const { id, version } = await owner.drafts.create({
    body: { key: crypto.randomUUID(), content: { ...content, ...more } },
  });
  await owner.drafts.submit({ body: { id, version } });
  return id;
}

test('what is added is seen a moment later, in every process', async () => {
  expect(await afterAct(['articles'], publish)).toEqual(everywhere('old'));
  const articleId = await publish();
  const comment = () => site.as(site.ming).comments.post({ body: { articleId, text: '好', key: 'k' } });
  expect(await afterAct([`comments:article:${articleId}`, `article:${articleId}`], comment)).toEqual(everywhere('old'));
  const like = () => site.as(site.ming).articles.like({ query: { articleId } });
  expect(await afterAct([`article:${articleId}`], like)).toEqual(everywhere('old'));
});

test('what is withdrawn, locked, hidden or deleted is gone at once, in every process', async () => {
  const owner = site.as(site.owner);
  const withdrawn = await publish();
  const withdraw = () => owner.drafts.withdraw({ body: { id: withdrawn } });
  expect(await afterAct([`article:${withdrawn}`], withdraw)).toEqual(everywhere('new'));

  expect(await afterAct(['articles'], () => publish({ readType: 4 }))).toEqual(everywhere('new'));

  const commented = await publish();
  const hideComments = async () => {
    const { version } = await owner.drafts.save({
      body: { id: commented, version: 2, content: { ...content, commenting: 'hidden' } },
    });
    await owner.drafts.submit({ body: { id: commented, version } });
  };
  expect(await afterAct([`article:${commented}`], hideComments)).toEqual(everywhere('new'));

  const articleId = await publish();
  const { id } = await site.as(site.ming).comments.post({ body: { articleId, text: '好', key: 'k' } });
  const remove = () => site.as(site.ming).comments.remove({ query: { id } });
  expect(await afterAct([`article:${articleId}`, 'comments'], remove)).toEqual(everywhere('new'));

  const message = await site.as(site.ming).board.post({ body: { text: '路过' } });
  const hide = () => site.office(site.owner).board.act({ body: { ids: [message?.id ?? 0], act: 'hold' } });
  expect(await afterAct(['board'], hide)).toEqual(everywhere('new'));
});

test('an addition that the outbox gets round to late, or with something hidden, is no longer held back', async () => {
  expect(await afterAct(['articles'], publish, { late: true })).toEqual(everywhere('new'));
  const id = await publish();
  const both = async () => {
    await publish();
    await site.as(site.owner).drafts.withdraw({ body: { id } });
  };
  expect(await afterAct(['articles'], both)).toEqual(everywhere('new'));
});
