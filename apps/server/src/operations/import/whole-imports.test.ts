import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Item, SourceArticle } from '@mojian/importers/form';
import { recognize } from '@mojian/importers/recognize';
import { openSource } from '@mojian/importers/source';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { article, comment, madeSource } from '../../../test/made-source.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { carryOut, insertRun, type Preview, previewImport } from './runs.ts';
import { type OpenedSource, proposedOptions } from './survey.ts';
import { undoRun } from './undo.ts';

const site = freshSite();

async function imports(opened: OpenedSource) {
  const userId = site.owner.id;
  const survey = await previewImport(site, opened, { userId });
  const options = proposedOptions(survey);
  const preview = await previewImport(site, opened, { userId, options });
  const runId = await insertRun(site.db, { survey, opened, upload: 'upload-12345', userId, options });
  return { runId, preview, counts: await carryOut(site, opened, runId) };
}

const lin = { name: '小林', email: 'lin@old.example.com', website: '' };
const admin = { name: 'admin', email: '', website: '' };
const states: [string, Partial<SourceArticle>][] = [
  ['公开', {}],
  ['草稿', { state: 'draft', publishedAt: null }],
  ['私密', { state: 'private' }],
  ['等审核', { state: 'held' }],
  ['有密码', { hasPassword: true }],
  ['定时', { publishedAt: Date.now() + 86_400_000 }],
];
const authors: [string, SourceArticle['author']][] = [
  ['没写作者', null],
  ['有邮箱', lin],
  ['没有邮箱', admin],
];
const everyText = authors.flatMap(([who, author]) =>
  states.map(([what, fields]) => article({ key: `${who}${what}`, title: `${who}，${what}`, author, ...fields })),
);

test('the owner finds, opens and changes every imported text, whoever wrote it and in whatever state', async () => {
  await imports(madeSource(everyText));
  const owner = site.as(site.owner);
  const { data } = await site.office(site.owner).articles.list({ query: { pageSize: 50 } });
  expect(data.records.map(({ title }) => title).sort()).toEqual(everyText.map(({ title }) => title).sort());
  for (const { id, title, own } of data.records) {
    const draft = await owner.drafts.mine({ query: { id } });
    expect({ title, own, edit: draft.may.edit }).toEqual({ title, own: true, edit: true });
    const content = { ...draft.content, markdown: `${draft.content.markdown}\n\n改过` };
    await owner.drafts.save({ body: { id, version: draft.version, content } });
  }
  const guests = await site.db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select('articles.state')
    .where('isGuest', '=', 1)
    .execute();
  expect(guests).toEqual([{ state: 'published' }, { state: 'published' }]);
  const losses = site.db.selectFrom('importLosses').select('place').where('thing', '=', '作者');
  expect(await losses.execute()).toHaveLength(10);
});

test('nobody else of the staff writes in the texts of guests, or sees those that are not public', async () => {
  await imports(madeSource(everyText));
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', site.lin.id).execute();
  const { data } = await site.office({ ...site.lin, role: 'admin' }).articles.list({ query: { pageSize: 50 } });
  for (const { id, own } of data.records) {
    expect(own).toBe(false);
    await expect(site.as(site.lin).drafts.mine({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  }
});

const words: Item[] = [
  article({ key: '1', title: '甲', author: lin }),
  comment({ key: 'a', on: { article: '1' }, author: { name: '站长', email: '', website: '' }, byOwner: true }),
  comment({ key: 'b', on: { article: '1' }, author: { name: '站长', email: '', website: '' } }),
  comment({ key: 'c', on: { article: '1' }, author: lin }),
];

test('what the old site marks as its owner’s is the owner’s; a visitor with the same name stays a guest', async () => {
  await imports(madeSource(words));
  const rows = await site.db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.authorId')
    .innerJoin('importedRows', 'importedRows.rowId', 'comments.id')
    .select(['importedRows.key', 'users.isGuest', 'users.id'])
    .where('importedRows.kind', '=', 'comment')
    .orderBy('importedRows.key')
    .execute();
  expect(rows.map(({ key, isGuest, id }) => [key, isGuest, id === site.owner.id])).toEqual([
    ['a', 0, true],
    ['b', 1, false],
    ['c', 0, true],
  ]);
});

const lists: Item[] = [
  { kind: 'site', url: 'https://old.example.com', title: '旧站' },
  article({
    key: '1',
    categories: ['随笔', '旅行'],
    tags: ['雨'],
    addresses: ['/2020/rain.html'],
    author: lin,
    markdown:
      '甲\n\n<style>p { color: red }</style>\n\n<script>alert(1)</script>\n\n`<style>`\n\n```html\n<script>x</script>\n```',
  }),
  article({ key: '2', author: admin }),
  comment({ key: '10', on: { article: '1' } }),
  comment({ key: '10', on: { article: '1' }, markdown: '第二次' }),
  comment({ key: '11', on: { article: '1' }, markdown: ' ' }),
  comment({ key: '12', on: { article: '1' }, state: 'removed' }),
  comment({ key: '13', on: { article: '1' }, author: { name: 'x'.repeat(40), email: '', website: '' } }),
  { kind: 'category', key: 'a', name: '随笔', parent: null, intro: '写着玩的', addresses: ['/category/essay'] },
  { kind: 'category', key: 'b', name: '空的', parent: null, intro: '', addresses: ['/category/none'] },
  { kind: 'tag', key: 't', name: '雨', addresses: ['/tag/rain'] },
  { kind: 'tag', key: 'u', name: '没人用', addresses: ['/tag/unused'] },
  {
    kind: 'link',
    key: 'l',
    group: '',
    name: '友'.repeat(80),
    url: 'https://friend.example.com/',
    intro: '',
    avatar: '',
  },
  { kind: 'link', key: 'm', group: '', name: '坏的', url: 'javascript:x', intro: '', avatar: '' },
  { kind: 'redirect', from: '/old', to: '/2020/rain.html' },
];

/** Real files of other systems, where this machine has them. */
const samples = process.env.IMPORT_SAMPLES ?? '';
const files =
  samples === '' ? [] : readdirSync(join(samples, 'wordpress')).map((name) => join(samples, 'wordpress', name));

async function everySource(use: (opened: OpenedSource, name: string) => Promise<void>) {
  await use(madeSource(lists), 'made');
  for (const path of files) {
    const source = await openSource(path, { name: path, folder: samples });
    const found = await recognize(source);
    if (typeof found !== 'string') await use({ ...found, name: path }, path);
    await source.close();
  }
}

/** Rows of all tables but what tells of runs and acts, what jobs have yet to do, and pictures, which a job removes. */
async function allRows() {
  const tables = await site.db.introspection.getTables();
  const leftAlone =
    /^(?:import(?:Runs|Losses)|audit|outbox|files|sqlite|jobs|secrets|relatedDue|writingsDue|sitemapParts|.*_(?:data|idx|content|docsize|config)$)/i;
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => !leftAlone.test(table.name))) {
    const rows = await site.db
      .selectFrom(name as 'articles')
      .selectAll()
      .execute();
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

test('an undo leaves every table as it was before the import', { timeout: 600_000 }, async () => {
  await everySource(async (opened, name) => {
    const before = await allRows();
    const { runId } = await imports(opened);
    await undoRun(site, runId);
    expect(await allRows(), name).toEqual(before);
  });
});

const outcomesOf = (counts: Preview['counts']) =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, found]) => [
      kind,
      Object.fromEntries(Object.entries(found).filter(([, by]) => by)),
    ]),
  );

test('the preview promises what the run does, with the same losses', { timeout: 600_000 }, async () => {
  await everySource(async (opened, name) => {
    const { preview, counts, runId } = await imports(opened);
    expect(outcomesOf(preview.counts), name).toEqual(outcomesOf(counts));
    const rows = site.db.selectFrom('importLosses').select(['thing', 'reason']).distinct().where('runId', '=', runId);
    const said = (await rows.execute()).map(({ thing, reason }) => `${thing}：${reason}`);
    const promised = preview.losses.map(({ thing, reason }) => `${thing}：${reason}`);
    expect(promised.sort(), name).toEqual(said.sort());
    await undoRun(site, runId);
  });
});

test('the about page of the old site becomes the text of 关于 while nobody has written it, and an undo takes it back', async () => {
  const page = article({ key: 'p', isPage: true, title: '关于我', markdown: '我叫小林。', addresses: ['/about/'] });
  const about = async () => (await site.as(null).about.show()).html;
  expect(await about()).toBe('');
  const { runId, preview } = await imports(madeSource([page]));
  expect(preview.losses.map(({ reason }) => reason)).toContain('成了「关于」的正文，在 /about；可以在设置里改');
  expect(await about()).toContain('我叫小林。');
  await undoRun(site, runId);
  expect(await about()).toBe('');
  await site.db.transaction().execute((trx) => saveSettings(trx, 'about', { text: '已经写了' }));
  forgetSettings(site.db);
  await imports(madeSource([page]));
  expect(await about()).toContain('已经写了');
});

test('scripts and styles of a text stay behind, those in code do not', async () => {
  await imports(madeSource(lists));
  const { markdown, summary } = await site.db
    .selectFrom('articles')
    .select(['markdown', 'summary'])
    .where('markdown', 'like', '甲%')
    .executeTakeFirstOrThrow();
  expect(markdown).toBe('甲\n\n`<style>`\n\n```html\n<script>x</script>\n```');
  expect(summary).not.toMatch(/color|alert/);
});

const member: Item = {
  kind: 'person',
  key: '阿青',
  name: '阿青',
  email: '',
  website: '',
  intro: '',
  createdAt: 5,
  own: { avatar: '', role: 'member', isGuest: false },
};

type Act = (userId: number) => Promise<unknown>;
const acts: Record<string, Act> = {
  'who follows somebody': (followerId) =>
    site.db.insertInto('follows').values({ followerId, followedId: site.lin.id, createdAt: 1 }).execute(),
  'who liked a text': (userId) =>
    site.db.insertInto('likes').values({ userId, kind: 'article', targetId: 1, createdAt: 1 }).execute(),
  'who said something in chat': async (senderId) => {
    const { id: roomId } = await site.db
      .selectFrom('rooms')
      .select('id')
      .where('kind', '=', 'group')
      .executeTakeFirstOrThrow();
    const said = { roomId, senderId, text: '在', quoteId: null, sendKey: 'a', seq: 1, createdAt: 1 };
    await site.db.insertInto('chatMessages').values(said).execute();
  },
};

test.each(Object.entries(acts))('an undo leaves an imported member %s', async (_name, act) => {
  const { runId } = await imports(madeSource([member]));
  const found = () => site.db.selectFrom('users').select('id').where('nickname', '=', '阿青').executeTakeFirst();
  const { id = 0 } = (await found()) ?? {};
  await act(id);
  expect(await undoRun(site, runId)).toEqual({ removed: 0, left: 1 });
  expect(await found()).toEqual({ id });
});

test('an undo leaves a guest whose series was changed here, and with it the series', async () => {
  const author = { nickname: '客人', isGuest: true, website: '', createdAt: 5 };
  const key = '客人/雨季';
  const series: Item = { kind: 'series', key, name: '雨季', author, intro: '', createdAt: 5, updatedAt: 6 };
  const { runId } = await imports(madeSource([series]));
  await site.db.updateTable('series').set({ intro: '改过' }).execute();
  expect(await undoRun(site, runId)).toEqual({ removed: 0, left: 1 });
  expect(await site.db.selectFrom('series').select('intro').execute()).toEqual([{ intro: '改过' }]);
});
