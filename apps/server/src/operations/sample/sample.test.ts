import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { forgetSettings, readSettings, saveSettings } from '../../core/settings/settings.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createSearch } from '../../platform/search/search.ts';
import { claimSite, openSetup } from '../setup/setup.ts';
import { fillFirstSite } from './fill.ts';
import { removeSample } from './remove.ts';
import { readSampleSite } from './sample-content.ts';

let base: Awaited<ReturnType<typeof testDatabase>>;

beforeEach(async () => {
  base = await testDatabase();
});
afterEach(() => base.close());

const deps = (sampleContent = true) => ({
  db: base.db,
  search: createSearch(base.dialect),
  config: { siteUrl: 'https://mojian.example', sampleContent },
});

async function count(table: keyof Schema) {
  const rows = await base.db
    .selectFrom(table as 'says')
    .selectAll()
    .execute();
  return rows.length;
}

const filled = [
  'articles',
  'categories',
  'tags',
  'says',
  'sayTopics',
  'boardMessages',
  'links',
  'navigationGroups',
  'navigationSites',
  'comments',
] as const;

async function articles() {
  return base.db.selectFrom('articles').selectAll().orderBy('id').execute();
}

test('an empty database becomes a site with an owner and things to read', async () => {
  await fillFirstSite(deps());
  for (const table of [...filled, 'chatMessages'] as const) expect(await count(table), table).toBeGreaterThan(0);

  const { identity, author } = await readSettings(base.db);
  expect(identity.name).toBe('墨笺');
  const owner = await base.db.selectFrom('users').selectAll().where('role', '=', 'owner').execute();
  expect(owner.map(({ nickname }) => nickname)).toEqual([author.name]);

  const rows = await articles();
  expect(
    rows.every(({ state, categoryId, authorId }) => state === 'published' && categoryId && authorId === owner[0]?.id),
  ).toBe(true);
  expect(rows.some(({ pinned }) => pinned === 1)).toBe(true);
  expect(rows.some(({ featured }) => featured === 1)).toBe(true);
  expect(rows.reduce((sum, { comments }) => sum + comments, 0)).toBe(await count('comments'));
});

test('members-only text is in no public column', async () => {
  await fillFirstSite(deps());
  const locked = (await articles()).filter(({ readType }) => readType === 4);
  expect(locked.length).toBeGreaterThan(0);
  for (const { html, openingHtml } of locked) expect(openingHtml.length).toBeLessThan(html.length);
});

test('a second start changes nothing', async () => {
  await fillFirstSite(deps());
  const before = await articles();
  await fillFirstSite(deps());
  expect(await articles()).toEqual(before);
  expect(await count('comments')).toBe(
    await base.db
      .selectFrom('sampleRows')
      .selectAll()
      .where('kind', '=', 'comments')
      .execute()
      .then(({ length }) => length),
  );
});

test('an interrupted first start is finished by the next', async () => {
  await fillFirstSite(deps());
  const whole = Object.fromEntries(await Promise.all(filled.map(async (table) => [table, await count(table)])));
  await base.db
    .updateTable('settings')
    .set({ value: '{"progress":"filling"}' })
    .where('name', '=', 'firstSite')
    .execute();
  await base.db.deleteFrom('comments').execute();
  await base.db.deleteFrom('sampleRows').where('kind', 'in', ['comments', 'articles']).execute();
  const [first, second] = await articles();
  await base.db
    .deleteFrom('articles')
    .where('id', 'in', [first?.id ?? 0, second?.id ?? 0])
    .execute();

  await fillFirstSite(deps());
  for (const table of filled) expect(await count(table), table).toBe(whole[table]);
});

test('without sample content a site has an owner and nothing else', async () => {
  await fillFirstSite(deps(false));
  for (const table of filled) expect(await count(table), table).toBe(0);
  expect(await base.db.selectFrom('users').select(['nickname', 'role']).execute()).toEqual([
    { nickname: '站长', role: 'owner' },
  ]);
  await fillFirstSite(deps(true));
  expect(await count('articles')).toBe(0);
});

test('a database in use is left alone', async () => {
  const member = { nickname: '小林', role: 'member' as const, email: null, passwordHash: null, createdAt: 1 };
  await base.db.insertInto('users').values(member).execute();
  await fillFirstSite(deps());
  expect(await count('articles')).toBe(0);
  expect(await base.db.selectFrom('users').select('role').orderBy('id').execute()).toEqual([
    { role: 'member' },
    { role: 'owner' },
  ]);
});

test('two processes that start at once fill one site', async () => {
  await Promise.all([fillFirstSite(deps()), fillFirstSite(deps())]);
  const keys = (await articles()).map(({ importKey }) => importKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(await base.db.selectFrom('users').select('id').where('role', '=', 'owner').execute()).toHaveLength(1);
  expect(await count('comments')).toBe((await articles()).reduce((sum, { comments }) => sum + comments, 0));
});

test('removing takes out all of the sample content and nothing else', async () => {
  await fillFirstSite(deps());
  const owner = await base.db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow();
  await base.db.insertInto('says').values({ authorId: owner.id, text: '自己写的', createdAt: 1 }).execute();

  const { kept: stored } = await removeSample(deps());
  expect(stored).toEqual([]);
  for (const table of filled) expect(await count(table), table).toBe(table === 'says' ? 1 : 0);
  expect(await count('chatMessages')).toBe(0);
  expect(await base.db.selectFrom('users').select(['nickname', 'nicknameKey', 'intro']).execute()).toEqual([
    { nickname: '站长', nicknameKey: '站长', intro: '' },
  ]);
  expect(await count('sampleRows')).toBe(0);
  expect(await deps().search.find(base.db, '墨笺', { limit: 10, offset: 0 })).toMatchObject({ ids: [], total: 0 });
  forgetSettings(base.db);
  expect((await readSettings(base.db)).announcement.text).toBe('');

  expect(await removeSample(deps())).toEqual({ removed: 0, kept: [] });
  await fillFirstSite(deps());
  expect(await count('articles')).toBe(0);
});

test('content changed by the owner is kept and listed', async () => {
  await fillFirstSite(deps());
  const [article] = await articles();
  if (!article) throw new Error('no article');
  await base.db
    .updateTable('articles')
    .set({ title: '我的第一篇', updatedAt: Date.now() })
    .where('id', '=', article.id)
    .execute();
  await base.db.updateTable('users').set({ nickname: '阿明' }).where('role', '=', 'owner').execute();
  await base.db.transaction().execute((trx) => saveSettings(trx, 'about', { text: '这是我。' }));

  const { kept: stored } = await removeSample(deps());
  expect(stored).toContain('文章《我的第一篇》（改动过）');
  expect(stored.some((line) => line.includes('阿明'))).toBe(false);
  forgetSettings(base.db);
  expect((await readSettings(base.db)).about.text).toBe('这是我。');
  expect(stored.some((line) => line.startsWith('分类'))).toBe(true);
  const rest = await articles();
  expect(rest.map(({ title, comments }) => ({ title, comments }))).toEqual([{ title: '我的第一篇', comments: 0 }]);
});

test('every sample comment is seen on its article', async () => {
  await fillFirstSite(deps());
  const shown = await base.db.selectFrom('comments').select(['text', 'html']).execute();
  for (const { text, html } of shown) expect(html, text).toContain(text.slice(0, 8));
});

test('a new site runs since the date of the specification, and is light', async () => {
  await fillFirstSite(deps());
  expect(await readSettings(base.db)).toMatchObject({
    footer: { startedAt: 1_582_992_000_000 },
    look: { theme: 'light' },
  });
});

test('partly changed samples keep only the owner’s parts', async () => {
  await fillFirstSite(deps());
  const { identity, author } = await readSettings(base.db);
  await base.db.transaction().execute(async (trx) => {
    await saveSettings(trx, 'identity', { ...identity, name: '听雨楼' });
    await saveSettings(trx, 'author', { ...author, name: '阿明' });
  });
  await base.db.updateTable('users').set({ nickname: '阿明' }).where('role', '=', 'owner').execute();

  expect((await removeSample(deps())).kept).toEqual([]);
  forgetSettings(base.db);
  const now = await readSettings(base.db);
  expect(now.identity).toMatchObject({ name: '听雨楼', description: '' });
  expect(now.author).toMatchObject({ name: '阿明', intro: '', place: '', motto: '' });
  const owner = base.db.selectFrom('users').select(['nickname', 'intro']).where('role', '=', 'owner');
  expect(await owner.executeTakeFirst()).toEqual({ nickname: '阿明', intro: '' });
});

test('an owner who names themselves like the author of the sample keeps the name', async () => {
  const { author } = await readSampleSite();
  await fillFirstSite(deps());
  const token = (await openSetup(base.db, {})) ?? '';
  const account = { nickname: author.nickname, email: 'owner@example.com', password: 'a long enough one' };
  await claimSite(base.db, token, account, { viewer: null, address: '127.0.0.1', agent: '' });

  expect((await removeSample(deps())).kept).toEqual([]);
  forgetSettings(base.db);
  const owner = base.db.selectFrom('users').select(['nickname', 'intro']).where('role', '=', 'owner');
  expect(await owner.executeTakeFirst()).toEqual({ nickname: author.nickname, intro: '' });
  expect((await readSettings(base.db)).author).toMatchObject({ name: author.nickname, intro: '', motto: '' });
});

test('an article somebody else commented on stays', async () => {
  await fillFirstSite(deps());
  const [article] = await articles();
  if (!article) throw new Error('no article');
  const member = { nickname: '小林', role: 'member' as const, email: null, passwordHash: null, createdAt: 1 };
  const { id } = await base.db.insertInto('users').values(member).returning('id').executeTakeFirstOrThrow();
  const comment = { articleId: article.id, authorId: id, text: '好', createdAt: 1, removedAt: null };
  await base.db.insertInto('comments').values(comment).execute();

  expect((await removeSample(deps())).kept).toContain(`文章《${article.title}》（有人评论过）`);
  expect(await count('comments')).toBe(1);
});

test('a say somebody commented on stays with the comment', async () => {
  await fillFirstSite(deps());
  const [say] = await base.db.selectFrom('says').select(['id', 'text']).orderBy('id').execute();
  if (!say) throw new Error('no say');
  const member = { nickname: '小林', role: 'member' as const, email: null, passwordHash: null, createdAt: 1 };
  const { id } = await base.db.insertInto('users').values(member).returning('id').executeTakeFirstOrThrow();
  const comment = { sayId: say.id, authorId: id, text: '好', createdAt: 1, removedAt: null };
  await base.db.insertInto('comments').values(comment).execute();

  expect((await removeSample(deps())).kept).toEqual([`说说《${say.text.slice(0, 20)}》（有人评论过）`]);
  expect(await base.db.selectFrom('says').select('id').execute()).toEqual([{ id: say.id }]);
  expect(await base.db.selectFrom('comments').select(['text', 'sayId']).execute()).toEqual([
    { text: '好', sayId: say.id },
  ]);
});

test('an article with an unpublished change stays', async () => {
  await fillFirstSite(deps());
  const [article] = await articles();
  if (!article) throw new Error('no article');
  const draft = { articleId: article.id, title: '我的开头', savedAt: Date.now(), content: '{}' };
  await base.db.insertInto('drafts').values(draft).execute();

  expect((await removeSample(deps())).kept).toContain(`文章《${article.title}》（有没发布的改动）`);
  expect(await base.db.selectFrom('drafts').select('title').execute()).toEqual([{ title: '我的开头' }]);
});

test('removing drops the pages that showed it', async () => {
  await fillFirstSite(deps());
  await base.db.deleteFrom('outbox').execute();
  await removeSample(deps());
  const entries = await base.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(entries).toEqual([
    { kind: 'drop-pages', payload: '{"tags":["site","articles","says","comments","board","links","navigation"]}' },
  ]);
});
