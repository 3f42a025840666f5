import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recognize } from '@mojian/importers/recognize';
import { openSource } from '@mojian/importers/source';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { boardMessages } from '../../community/board/board.table.ts';
import { comments } from '../../community/comments/comments.table.ts';
import { says } from '../../community/says/says.table.ts';
import { categories } from '../../content/categories/categories.table.ts';
import { series } from '../../content/series/series.table.ts';
import { movedPaths } from '../../content/slugs/moved-paths.table.ts';
import { loadSettings, secretFields } from '../../core/settings/settings.ts';
import { stickers } from '../../core/stickers/stickers.table.ts';
import { links } from '../../pages/links/links.table.ts';
import { navigationSites } from '../../pages/navigation/navigation.table.ts';
import { exportedNames } from '../../platform/db/table.ts';
import { readers } from '../import/readers.ts';
import { carryOut, insertRun, previewImport } from '../import/runs.ts';
import { proposedOptions } from '../import/survey.ts';
import { exportContent, openSettings } from './export-content.ts';
import { writeExport } from './write-export.ts';

const site = freshSite();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-format-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function imports(name: string) {
  const source = await openSource(join(folder, name));
  try {
    const recognized = await recognize(source, readers);
    if (typeof recognized === 'string') throw new Error(recognized);
    const opened = { ...recognized, name };
    const userId = site.owner.id;
    const survey = await previewImport(site, opened, { userId });
    const options = proposedOptions(survey);
    const runId = await insertRun(site.db, { survey, opened, upload: 'upload-12345', userId, options });
    await carryOut(site, opened, runId);
    const losses = site.db.selectFrom('importLosses').select(['place', 'reason']).where('runId', '=', runId);
    return await losses.execute();
  } finally {
    await source.close();
  }
}

/** The lists of an export as they were written on 2026-11-28; a column that is exported since is added here. */
const lists: Record<string, unknown> = {
  'mojian.json': { product: 'mojian', format: 1 },
  'categories.json': [{ name: '随笔', intro: '写着玩的', position: 3, pigment: 'moss', coverStyle: 'painting' }],
  'series.json': [
    {
      name: '雨季',
      author: '小林',
      intro: '一',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
    },
  ],
  'says.json': [
    {
      author: '小林',
      text: '今天有雨',
      place: '杭州',
      weather: '小雨 11°',
      state: 'held',
      createdAt: '2026-01-01T00:00:00.000Z',
      isPublic: false,
      hasAiContent: true,
      pictures: [{ url: 'https://pics.example.com/a.webp', width: 70, height: 30 }],
      reasons: ['词'],
    },
  ],
  'board.json': [
    {
      author: '过客',
      guest: true,
      website: 'https://guest.example.com',
      text: '雨停了',
      place: '浙江',
      state: 'held',
      createdAt: '2026-01-03T00:00:00.000Z',
      reasons: ['词'],
    },
  ],
  'links.json': [
    {
      groupName: '友',
      name: '阿甲',
      url: 'https://jia.example.com/',
      intro: '一句',
      avatar: 'https://jia.example.com/a.png',
      state: 'approved',
      createdAt: '2026-01-01T00:00:00.000Z',
      feedUrl: 'https://jia.example.com/feed',
      readsFeed: false,
    },
  ],
  'navigation.json': [
    {
      group: '工具',
      position: 2,
      name: '站',
      url: 'https://b.example.com',
      intro: '好用',
      logo: 'https://b.example.com/l.png',
      clicks: 4,
    },
  ],
  'stickers.json': [
    {
      pack: '猫',
      name: '打盹',
      keywords: '困 睡',
      picture: 'https://pics.example.com/doze.webp',
      night: 'https://pics.example.com/doze-night.webp',
    },
  ],
  'moved.json': [{ path: '/old', target: '/about', source: 'manual' }],
  'comments/say-1.json': [
    {
      author: '小林',
      text: '**好**',
      pictures: [{ url: 'https://pics.example.com/b.webp', width: 7, height: 3 }],
      createdAt: '2026-01-04T00:00:00.000Z',
      editedAt: '2026-01-05T00:00:00.000Z',
      state: 'shown',
      reasons: [],
      likes: 3,
      pinned: true,
      place: '上海',
      device: 'Firefox',
    },
    {
      author: '小林',
      text: '回',
      pictures: [],
      parent: 1,
      answers: 1,
      createdAt: '2026-01-06T00:00:00.000Z',
      state: 'held',
      reasons: ['词'],
      likes: 0,
      pinned: false,
      place: '',
      device: '',
    },
  ],
};

async function put(files: Record<string, unknown>) {
  const { createdAt, ...lin } = await site.db
    .selectFrom('users')
    .select(['nickname', 'intro', 'avatar', 'role', 'createdAt'])
    .where('id', '=', site.lin.id)
    .executeTakeFirstOrThrow();
  const authors = [{ ...lin, createdAt: new Date(createdAt).toISOString() }];
  for (const [name, content] of Object.entries({ ...files, 'authors.json': authors })) {
    const path = join(folder, 'stored', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(content));
  }
}

test('an export of an earlier version is read whole, and written again in the form that it reads', async () => {
  await put(lists);
  expect(await imports('stored')).toEqual([]);
  await writeExport(join(folder, 'again'), exportContent(site));
  for (const [name, content] of Object.entries(lists))
    expect(JSON.parse(await readFile(join(folder, 'again', name), 'utf8')), name).toEqual(content);
});

/** Names that the file has for columns, and columns that it has in another way. */
const spelled: Record<string, string[]> = {
  'says.json': columnsOf(says),
  'board.json': [...columnsOf(boardMessages).filter((column) => column !== 'nickname')],
  'comments/say-1.json': columnsOf(comments).map(
    (column) => ({ parentId: 'parent', replyToId: 'answers' })[column] ?? column,
  ),
  'categories.json': columnsOf(categories),
  'series.json': columnsOf(series),
  'links.json': columnsOf(links),
  'navigation.json': columnsOf(navigationSites),
  'stickers.json': columnsOf(stickers),
  'moved.json': columnsOf(movedPaths),
};

function columnsOf(table: Parameters<typeof exportedNames>[0]) {
  return exportedNames(table) as string[];
}

test.each(Object.entries(spelled))('the stored %s has every column that is exported', (name, columns) => {
  const known = new Set((lists[name] as object[]).flatMap((row) => Object.keys(row)));
  expect(columns.filter((column) => !known.has(column) && column !== 'removedAt')).toEqual([]);
});

test('an article comes back with its password as a hash, and with that of its draft; a forged hash closes it', async () => {
  const { drafts } = site.as(site.owner);
  const content = {
    title: '宝库',
    markdown: '开头。\n\n余下。',
    readType: 6 as const,
    password: '芝麻开门',
    passwordHint: '石头',
  };
  const { id, version } = await drafts.create({ body: { key: 'browser-1', content } });
  await drafts.submit({ body: { id, version } });
  const { version: next } = await drafts.mine({ query: { id } });
  await drafts.save({ body: { id, version: next, content: { ...content, password: '下一个' } } });
  await writeExport(join(folder, 'locked'), exportContent(site));
  const path = join(folder, 'locked', 'articles', (await readdir(join(folder, 'locked', 'articles')))[0] ?? '');
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/readType: 6\npasswordHash: .*argon2id/);
  expect(text).not.toContain('芝麻');

  await site.db.deleteFrom('articles').execute();
  expect(await imports('locked')).toEqual([]);
  const unlock = (password: string) => site.as(null).articles.unlock({ body: { id, password } });
  expect(await unlock('芝麻开门')).toMatchObject({ key: expect.any(String) });
  expect((await site.as(null).articles.info({ query: { id } })).passwordHint).toBe('石头');
  await drafts.submit({ body: { id, version: (await drafts.mine({ query: { id } })).version } });
  expect(await unlock('下一个')).toMatchObject({ key: expect.any(String) });

  await site.db.deleteFrom('articles').execute();
  await site.db.deleteFrom('importedRows').execute();
  await writeFile(path, text.replace(/passwordHash: .*/, 'passwordHash: forged'));
  expect(await imports('locked')).toMatchObject([{ reason: expect.stringContaining('口令没有搬过来') }]);
  await expect(unlock('forged')).rejects.toMatchObject({ id: 'not-found' });
});

test('no field that is a secret in the settings is in the export', async () => {
  const exported = openSettings(await loadSettings(site.db));
  const fields = Object.values(exported).flatMap((group) => Object.keys(group));
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter((field) => secretFields.has(field))).toEqual([]);
});
