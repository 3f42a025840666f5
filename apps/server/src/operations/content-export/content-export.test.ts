import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recognize } from '@mojian/importers/recognize';
import { openSource } from '@mojian/importers/source';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { madeFiles } from '../../../test/made-files.ts';
import { testSite } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import { createSearch } from '../../platform/search/search.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { ownerOfExport } from '../import/readers/mojian/mojian.ts';
import { readers } from '../import/readers.ts';
import { carryOut, insertRun, previewImport } from '../import/runs.ts';
import { proposedOptions } from '../import/survey.ts';
import { fillFirstSite } from '../sample/fill.ts';
import { ensureOwner } from '../sample/owner.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-content-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Site = Pick<Awaited<ReturnType<typeof testSite>>, 'db' | 'storage'>;

const exported = (site: Site, name: string) => writeExport(join(folder, name), exportContent(site));

async function emptySite() {
  const { db, dialect, close } = await testDatabase();
  const storage = localStorage(join(folder, 'files'));
  const deps = { db, search: createSearch(dialect), storage, siteUrl: 'https://mojian.example' };
  return { ...deps, close, takes: (name: string, how: How = {}) => takes(deps, name, how) };
}

type How = { dryRun?: boolean; overwrite?: boolean };

/** Imports an export as the command does. Returns the counts, and what did not come. */
async function takes(deps: Parameters<typeof carryOut>[0], name: string, { dryRun = false, overwrite = false }: How) {
  const source = await openSource(join(folder, name));
  try {
    const recognized = await recognize(source, readers);
    if (typeof recognized === 'string') throw new Error(recognized);
    expect(recognized.reader.id).toBe('mojian');
    const opened = { ...recognized, name };
    const { id: userId } = await ensureOwner(deps.db, await ownerOfExport(source));
    const survey = await previewImport(deps, opened, { userId, options: { ...noChoices, overwrite } });
    const foreseen = {
      counts: survey.counts,
      losses: survey.losses.map(({ places, reason }) => `${places}：${reason}`),
    };
    if (dryRun) return foreseen;
    const options = { ...proposedOptions(survey), overwrite };
    const runId = await insertRun(deps.db, { survey, opened, upload: 'upload-12345', userId, options });
    const counts = await carryOut(deps, opened, runId);
    const losses = deps.db.selectFrom('importLosses').select(['place', 'reason']).where('runId', '=', runId);
    return { counts, losses: (await losses.orderBy('id').execute()).map(({ place, reason }) => `${place}：${reason}`) };
  } finally {
    await source.close();
  }
}

const noChoices = { authors: {}, matches: {}, site: '' };

async function filesOf(name: string) {
  const names = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const paths = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const entries = paths.sort().map(async (path) => {
    return [path.slice(join(folder, name).length + 1), await readFile(path, 'latin1')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A site with a bit of everything. */
async function fullSite() {
  const site = await testSite();
  const { db, search } = site;
  await fillFirstSite({ db, search, config: { siteUrl: site.siteUrl, sampleContent: false } });
  const { picture } = await fillFully(site, 100);
  const cover = `/files/${picture.key}`;
  const seriesId = (
    await db
      .insertInto('series')
      .values({ authorId: site.lin.id, name: '雨季', intro: '一', createdAt: 5, updatedAt: 6 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const odd = `\n\n---\ntitle: 不是\n---\n\n\`\`\`\n![](${cover})\n\`\`\`\n{% note %}\n\n\n\n  末尾有空白  \n`;
  const album = { place: '洱海', time: '十月' };
  await site.writes({
    title: '一: "怪"题 #1',
    markdown: odd,
    cover,
    seriesId,
    tags: ['乙', '甲', '1'],
    slug: 'odd',
    album,
    hasAiContent: true,
  });
  const gone = await site.writes({ title: '会删掉' });
  await db.deleteFrom('articleTags').where('articleId', '=', gone).execute();
  await db.deleteFrom('articles').where('id', '=', gone).execute();
  await site.writes({
    title: '锁着',
    summary: '自己写的',
    readType: 3,
    pinned: true,
    markdown: `![图](${cover} "题")\n`,
  });
  const draft = await site.writes({ title: '', state: 'draft', markdown: '' });
  const content = { title: '改着', markdown: `![](${cover})`, cover: '', tags: ['丙'], seriesId: null };
  await db
    .insertInto('drafts')
    .values({
      articleId: draft,
      title: '改着',
      savedAt: 9,
      submittedAt: null,
      refusal: '不行',
      content: JSON.stringify(content),
    })
    .execute();
  await site.says({ text: '一句\n#话题', pictures: [{ url: cover, width: 700, height: 300 }], createdAt: 3 });
  await site.says({ isPublic: false, createdAt: 4 });
  await db
    .insertInto('links')
    .values({ groupName: '友', name: '友', url: 'https://a.cn', createdAt: 1, email: 'x@a.cn', checkedAt: null })
    .execute();
  await discuss(site);
  await leaveMessages(site);
  const group = await db
    .insertInto('navigationGroups')
    .values({ name: '工具', position: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('navigationSites').values({ groupId: group.id, name: '站', url: 'https://b.cn' }).execute();
  await db.transaction().execute(async (trx) => {
    await saveSettings(trx, 'about', { text: `# 关于\n![](${cover})` });
    await saveSettings(trx, 'social', { github: { id: 'app', secret: '绝密一' } });
    await saveSettings(trx, 'wechatAccount', { name: '号', token: '绝密二' });
    await saveSettings(trx, 'writing', { baiduToken: 'juemi3' });
    await saveSettings(trx, 'footer', { recordNum: '京ICP' });
  });
  return { ...site, draft };
}

/** A guest and a member talk under a say; the guest is removed later, and something waits for review. */
async function discuss({ db, ming }: Awaited<ReturnType<typeof testSite>>) {
  const { id } = await db.selectFrom('says').select('id').limit(1).executeTakeFirstOrThrow();
  const target = { kind: 'say' as const, id };
  await db.transaction().execute(async (trx) => {
    const person = { name: '过客', email: 'guest@example.com', website: 'https://guest.example.com', createdAt: 7 };
    const guest = await findOrAddGuest(trx, person);
    const place = { articleId: null, sayId: id, removedAt: null };
    const first = { ...place, authorId: guest, text: '**路过**', createdAt: 10, likes: 3, pinned: 1 };
    const parentId = await storeForeignComment(trx, target, first);
    const answer = { ...place, authorId: ming.id, text: '@过客 好', createdAt: 11, editedAt: 12, device: 'Firefox' };
    const replyToId = await storeForeignComment(trx, target, { ...answer, parentId, replyToId: parentId });
    const held = { ...place, authorId: guest, text: '广告', createdAt: 13, state: 'held' as const, reasons: '["词"]' };
    await storeForeignComment(trx, target, { ...held, parentId, replyToId });
    await trx.updateTable('comments').set({ removedAt: 99 }).where('id', '=', parentId).execute();
  });
}

/** A member and a guest leave messages; 游客 has none, and the member's words wait for review. */
async function leaveMessages({ db, ming }: Awaited<ReturnType<typeof testSite>>) {
  const person = { name: '留言的过客', email: 'board@example.com', website: 'https://board.example.com', createdAt: 7 };
  const guest = await db.transaction().execute((trx) => findOrAddGuest(trx, person));
  const message = { place: '浙江', state: 'shown' as const, reasons: '[]', createdAt: 5000 };
  await db
    .insertInto('boardMessages')
    .values([
      { ...message, authorId: ming.id, nickname: '阿明', text: '广告', state: 'held', reasons: '["词"]' },
      { ...message, authorId: guest, nickname: person.name, text: '雨停了' },
      { ...message, authorId: null, nickname: '阿明', text: '不是阿明' },
    ])
    .execute();
}

test('exported, imported into an empty site and exported again, every byte is the same', async () => {
  const site = await fullSite();
  await exported(site, 'first');
  const first = await filesOf('first');
  const names = Object.keys(first);
  expect(names.filter((name) => name.startsWith('pictures/'))).toHaveLength(1);
  expect(names.filter((name) => /^articles\/\d+/.test(name))).toHaveLength(4);
  expect(names).toContain(`drafts/${site.draft}-改着.md`);
  const all = JSON.stringify(first);
  expect(names.filter((name) => name.startsWith('comments/')).length).toBeGreaterThan(1);
  expect(first['comments/say-1.json']).toContain('https://guest.example.com');
  for (const secret of ['绝密', 'juemi3', 'x@a.cn', 'token-', 'guest@example.com', 'board@example.com', '**路过**'])
    expect(all).not.toContain(Buffer.from(secret).toString('latin1'));

  const other = await emptySite();
  const done = await other.takes('first');
  expect(done).toMatchObject({ counts: { article: { inFile: 4, added: 4 } }, losses: [] });
  const states = await other.db.selectFrom('articles').select('state').execute();
  expect(states.map(({ state }) => state).sort()).toEqual(['draft', 'published', 'published', 'published']);
  const board = other.db.selectFrom('boardMessages').leftJoin('users', 'users.id', 'boardMessages.authorId');
  const messages = board
    .select(['users.nickname as author', 'text', 'state'])
    .where('boardMessages.createdAt', '=', 5000);
  expect(await messages.orderBy('boardMessages.id').execute()).toEqual([
    { author: '阿明', text: '广告', state: 'held' },
    { author: '留言的过客', text: '雨停了', state: 'shown' },
    { author: null, text: '不是阿明', state: 'shown' },
  ]);
  await exported(other, 'second');
  expect(await filesOf('second')).toEqual(first);
  await exported(site, 'a.zip');
  await exported(other, 'b.zip');
  expect((await readFile(join(folder, 'b.zip'))).equals(await readFile(join(folder, 'a.zip')))).toBe(true);

  expect((await other.search.find(other.db, '山茱萸', { limit: 9, offset: 0 })).total).toBe(1);
  const again = await other.takes('first');
  expect(again.losses).toEqual([]);
  for (const [kind, { inFile, unchanged = 0 }] of Object.entries(again.counts)) expect(unchanged, kind).toBe(inFile);
  await exported(other, 'third');
  expect(await filesOf('third')).toEqual(first);
  await other.close();
  await site.close();
});

test('content edited since is kept unless overwriting is chosen', async () => {
  const site = await testSite();
  const id = await site.writes({ title: '原来', markdown: '一' });
  await exported(site, 'out');
  const other = await emptySite();
  await other.takes('out');
  const path = join(folder, `out/articles/${id}-原来.md`);
  await writeFile(path, (await readFile(path, 'utf8')).replace(/一$/, '文件里改的'));
  const markdown = async () =>
    (await other.db.selectFrom('articles').select('markdown').executeTakeFirstOrThrow()).markdown;
  await other.db.updateTable('articles').set({ version: 9, markdown: '站里改的' }).execute();

  const foreseen = await other.takes('out', { dryRun: true, overwrite: true });
  expect(foreseen).toMatchObject({ counts: { article: { updated: 1 } }, losses: [] });
  expect(await other.takes('out')).toMatchObject({
    counts: { article: { skipped: 1 } },
    losses: ['原来：在站里改过，没有动'],
  });
  expect(await markdown()).toBe('站里改的');
  expect(await other.takes('out', { overwrite: true })).toMatchObject({ counts: { article: { updated: 1 } } });
  expect(await markdown()).toBe('文件里改的');
  expect(await other.db.selectFrom('articles').select('id').execute()).toEqual([{ id }]);
  await other.close();
  await site.close();
});

test('into a site with content only what is missing is added, and its settings stay', async () => {
  const site = await testSite();
  await site.writes({ title: '外来' });
  await exported(site, 'out');
  const here = await emptySite();
  await ensureOwner(here.db, { nickname: '主人', intro: '' });
  await here.db.transaction().execute((trx) => saveSettings(trx, 'identity', { name: '我的站' }));
  await writeFile(
    join(folder, 'out/settings.json'),
    '{"identity":{"name":"别人的"},"social":{"github":{"secret":"x"}}}',
  );
  await here.takes('out');
  const saved = await here.db.selectFrom('settings').selectAll().execute();
  expect(saved.map(({ name, value }) => [name, JSON.parse(value).name])).toEqual([['identity', '我的站']]);
  expect(
    await here.db.selectFrom('users').select(['nickname', 'role', 'passwordHash']).orderBy('id').execute(),
  ).toEqual([
    { nickname: '主人', role: 'owner', passwordHash: null },
    { nickname: '小林', role: 'member', passwordHash: null },
  ]);
  await here.close();
  await site.close();
});

test('a broken or hostile entry is reported, and the others are imported', async () => {
  const site = await testSite();
  await site.writes({ title: '好的' });
  await exported(site, 'out');
  const put = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, 'out', name)), { recursive: true });
    await writeFile(join(folder, 'out', name), content);
  };
  const key = `ab/${'c'.repeat(32)}.webp`;
  await put(`pictures/${key}`, '<script>');
  await put('articles/99-坏.md', '---\nid: x\n---\n\n坏');
  await put('articles/98-坏.md', '没有');
  const [good = ''] = await readdir(join(folder, 'out/articles'));
  const text = await readFile(join(folder, 'out/articles', good), 'utf8');
  await put('articles/97-坏.md', text.replace(/^id: .*$/m, 'id: 9999999999')); // no number of PostgreSQL
  const here = await emptySite();
  expect((await here.takes('out')).losses).toEqual([
    expect.stringMatching(/^pictures\/ab\/c+\.webp：.*这不是图片/),
    expect.stringMatching(/^articles\/97-坏\.md：.*id 不对/),
    'articles/98-坏.md：没有 front matter',
    expect.stringMatching(/^articles\/99-坏\.md：.*id 不对/),
  ]);
  expect(await here.db.selectFrom('articles').select('title').execute()).toEqual([{ title: '好的' }]);
  expect(await here.storage.has(key)).toBe(false);

  await put(
    'links.json',
    '[{"groupName":"a","name":"a","url":"javascript:alert(1)","createdAt":"2024-01-01T00:00:00Z"}]',
  );
  expect((await here.takes('out')).losses).toContainEqual(
    expect.stringMatching(/^links\.json：links\.json 的 0\.url 不对/),
  );
  expect(await here.db.selectFrom('links').selectAll().execute()).toEqual([]);
  await put('mojian.json', '{"product":"mojian","format":2}');
  await expect(here.takes('out')).rejects.toThrow('更新的版本');
  await expect(exported(site, 'out')).rejects.toThrow('已经有东西');
  await here.close();
  await site.close();
});

test('a nickname like that of a member here and an invalid setting are losses, and everything else comes', async () => {
  const site = await testSite();
  await site.writes({ title: '外来' });
  await exported(site, 'out');
  const authors = join(folder, 'out/authors.json');
  await writeFile(authors, (await readFile(authors, 'utf8')).replaceAll('小林', 'lin'));
  const [name = ''] = await readdir(join(folder, 'out/articles'));
  const article = join(folder, 'out/articles', name);
  await writeFile(article, (await readFile(article, 'utf8')).replaceAll('小林', 'lin'));
  await writeFile(join(folder, 'out/settings.json'), '{"identity":{"name":""},"footer":{"recordNum":"京ICP"}}');

  const here = await emptySite();
  const owner = await ensureOwner(here.db, { nickname: '主人', intro: '' });
  const lin = { nickname: 'Lin', nicknameKey: nicknameKey('Lin'), role: 'member' as const, createdAt: 1 };
  await here.db
    .insertInto('users')
    .values({ ...lin, email: null, passwordHash: null })
    .execute();
  const { counts, losses } = await here.takes('out');
  expect(losses).toEqual([
    'lin：昵称和站里的一位太像，没有添加这个人；他写的归导入的人',
    expect.stringMatching(/^identity：name 不对：/),
  ]);
  expect(counts).toMatchObject({ person: { skipped: 1 }, article: { added: 1 }, setting: { failed: 1, added: 1 } });
  const stored = await here.db.selectFrom('articles').select(['title', 'authorId']).execute();
  expect(stored).toEqual([{ title: '外来', authorId: owner.id }]);
  await here.close();
  await site.close();
});

test('an export carries files under their names, and another site gets them back', async () => {
  const site = await testSite();
  const { data } = await upload(site, site.owner, { name: '日影讲义.pdf', bytes: madeFiles.pdf() });
  await site.writes({ authorId: site.owner.id, title: '日影', markdown: `[讲义](${data.url})` });
  await exported(site, 'all.zip');
  await exported(site, 'all');
  const key = data.url.replace('/files/', '');
  expect(await readFile(join(folder, 'all/pictures', key))).toEqual(madeFiles.pdf());
  expect(JSON.parse(await readFile(join(folder, 'all/files.json'), 'utf8'))).toEqual([{ key, name: '日影讲义.pdf' }]);
  await site.close();

  const other = await emptySite();
  expect((await other.takes('all.zip')).losses).toEqual([]);
  const row = await other.db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: '日影讲义.pdf', type: 'application/pdf', bytes: madeFiles.pdf().length });
  expect(Buffer.from((await other.storage.get(key)) ?? [])).toEqual(madeFiles.pdf());
  await other.close();
});
