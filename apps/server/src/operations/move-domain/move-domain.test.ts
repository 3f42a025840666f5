import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, readSettings, saveSettings } from '../../core/settings/settings.ts';
import { moveDomain, previewMove } from './move-domain.ts';
import { placesOf } from './places.ts';

const site = freshSite();
const old = 'https://old.example.com';
const html = async (table: 'articles' | 'comments' | 'says', id: number) =>
  (await site.db.selectFrom(table).select('html').where('id', '=', id).executeTakeFirstOrThrow()).html;

async function fill() {
  const markdown = `见 [前一篇](${old}/article/1)。\n\n![图](${old}/files/a.webp)\n\n<https://old.example.com.cn>`;
  const articleId = await site.writes({ title: '谷雨', markdown });
  const sayId = await site.says({ text: `写好了 ${old}/article/1` });
  const comment = await site
    .as(site.ming)
    .comments.post({ body: { articleId, text: `@小林 原文在 ${old}/article/2` } });
  const content = { title: '小满', markdown: `看 ${old}/about` };
  const draft = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  await site.db.transaction().execute((trx) => saveSettings(trx, 'announcement', { text: `搬到 ${old}/ 了` }));
  forgetSettings(site.db);
  const [{ id: authorId }, createdAt] = [site.lin, Date.now()];
  const address = `${old}/x`;
  await site.db.insertInto('boardMessages').values({ nickname: '路人', text: address, createdAt }).execute();
  await site.db.insertInto('categories').values({ name: '节气', intro: address, position: 0 }).execute();
  await site.db
    .insertInto('series')
    .values({ authorId, name: '二十四节气', intro: address, createdAt, updatedAt: createdAt })
    .execute();
  await site.db.insertInto('movedPaths').values({ path: '/old', target: address }).execute();
  await site.db.insertInto('links').values({ groupName: '朋友', name: '自己', url: address, createdAt }).execute();
  await site.db.updateTable('users').set({ website: address, intro: address }).where('id', '=', authorId).execute();
  await site.db
    .updateTable('articles')
    .set({ cover: address, sourceUrl: address })
    .where('id', '=', articleId)
    .execute();
  const revision = { articleId, userId: authorId, reason: 'published', title: '', createdAt } as const;
  await site.db
    .insertInto('revisions')
    .values({ ...revision, content: JSON.stringify(content) })
    .execute();
  return { articleId, sayId, comment, draft };
}

test('a preview counts and shows what would change, and changes nothing', async () => {
  const { articleId } = await fill();
  const before = await html('articles', articleId);
  const counts = await previewMove(site, old, site.siteUrl);
  expect(Object.fromEntries(counts.map(({ name, count }) => [name, count]))).toMatchObject({
    文章: 1,
    草稿: 1,
    评论: 1,
    说说: 1,
    站点设置: 1,
    留言: 1,
    分类: 1,
    专栏: 1,
    跳转: 1,
    友链: 1,
    会员的资料: 1,
    文章的历史版本: 1,
  });
  expect(counts.find(({ name }) => name === '文章')?.samples).toEqual([
    { before: `${old}/article/1`, after: `${site.siteUrl}/article/1` },
    { before: `${old}/files/a.webp`, after: `${site.siteUrl}/files/a.webp` },
  ]);
  expect(await html('articles', articleId)).toBe(before);
});

test('a move changes texts, what is rendered from them, drafts and settings, and drops every page', async () => {
  const { articleId, sayId, comment, draft } = await fill();
  expect((await moveDomain(site, old)).failed).toEqual([]);
  forgetSettings(site.db);

  const article = await html('articles', articleId);
  expect(article).toContain(`href="${site.siteUrl}/article/1"`);
  expect(article).not.toContain(`${old}/`);
  expect(article).toContain('https://old.example.com.cn');
  // links of the site itself open in the same tab
  expect(article).not.toMatch(
    new RegExp(`<a[^>]*target="_blank"[^>]*href="${site.siteUrl}|href="${site.siteUrl}[^>]*_blank`),
  );
  expect(await html('says', sayId)).toContain(`${site.siteUrl}/article/1`);
  expect(await html('comments', comment.id)).toMatch(/class="mention".*mojian\.example\/article\/2/s);
  expect((await site.as(site.lin).drafts.mine({ query: { id: draft.id } })).content.markdown).toBe(
    `看 ${site.siteUrl}/about`,
  );
  expect((await readSettings(site.db)).announcement.text).toBe(`搬到 ${site.siteUrl}/ 了`);
  const dropped = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  expect(dropped.map(({ payload }) => JSON.parse(payload).tags)).toContainEqual(['*', 'site']);
  expect(await previewMove(site, old, site.siteUrl)).toEqual([]);
  expect((await moveDomain(site, old)).places).toEqual([]);
});

test('an open editor hears of its changed draft', async () => {
  const { draft } = await fill();
  await moveDomain(site, old);
  const save = { id: draft.id, version: draft.version, content: { title: '小满', markdown: '旧的' } };
  await expect(site.as(site.lin).drafts.save({ body: save })).rejects.toMatchObject({ id: 'stale' });
});

test('the owner sees and moves it in the back office, after a backup; others may not', async () => {
  await fill();
  const office = site.office(site.owner);
  const shown = await office.domain.preview({ query: { from: 'old.example.com' } });
  expect(shown).toMatchObject({ from: old, to: site.siteUrl });
  const { backup, failed } = await office.domain.move({ body: { from: old } });
  expect(failed).toEqual([]);
  expect((await office.backups.list()).backups.map(({ name }) => name)).toContain(backup);
  expect((await office.domain.preview({ query: { from: old } })).places).toEqual([]);
  for (const member of [site.lin, site.ming]) {
    await expect(site.office(member).domain.preview({ query: { from: old } })).rejects.toMatchObject({ status: 403 });
    await expect(site.office(member).domain.move({ body: { from: old } })).rejects.toMatchObject({ status: 403 });
  }
  for (const from of ['', 'old', 'ftp://old.example.com', 'me@old.example.com'])
    await expect(office.domain.preview({ query: { from } })).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'from',
    });
});

test('an owner with a password gives it again before the move', async () => {
  await giveAccount(site, site.owner, { email: 'owner@example.com', password: 'a long enough one' });
  const move = () => site.office(site.owner).domain.move({ body: { from: old } });
  await expect(move()).rejects.toMatchObject({ id: 'password-needed', field: 'password' });
  await site.as(site.owner).accounts.confirm({ body: { password: 'a long enough one' } });
  expect((await move()).places).toEqual([]);
});

/** Texts that stay as they are, by why. */
const left: [RegExp, string][] = [
  [/^(articles\.(html|openingHtml|headings|openingHeadings)|comments\.html|says\.html)$/, 'rendered from others'],
  [
    /^(auditLog|jobFailures|keptMails|missedPaths|sourceDays|.*Days|.*Months|visit\w+|backups|readMarks|logLines)\./,
    'a record of the past',
  ],
  [
    /^(imported\w*|import\w+|waitingComments|sampleRows|remotePictures|hotCopies)\.|^articles\.import|Imports?\./,
    'recognises what was imported',
  ],
  [
    /^(sessions|tickets|limits|mailCodes|wechat\w+|passkeys|secrets|socialLinks|files|file\w+|counts|recentViews|migration\w*|kysely\w*)\./,
    'a key, a secret or a count',
  ],
  [/^guestComments\.|^guestRefusals\.|^users\.guestEmail$/, 'a hash, a network, a name or a mailbox'],
  [/^neighbour\w+\./, 'read again from the sites of friends'],
  [/^articlePasswords\.hint$|^stickers\.(picture|night)$/, 'a hint for people; an address on this site'],
  [/^accessKeys\.|^(drafts|revisions)\.keyName$/, 'names, scopes and places of keys'],
  [/^alert\w+\./, 'where alerts go, which the owner sets there, and a record of the past'],
  [/^backupRemotes\.|^remoteBackups\./, 'where backups go, which the owner sets there'],
  [/^feedOrigin\./, 'part of ids that never change'],
  [/^articlePhotographs\.url$/, 'a path without a domain'],
  [
    /^revisions\.reason$|\.(id|key|state|kind|seal|role|type|name|nickname\w*|email|slug|token|hash|path|\w*Key|\w*Hash|code|creator|actor|author|day|subject|reader|thread|topic|place|weather|time|source|provider|providerName|groupName|device|reasons|keywords|title|motto|sourceAuthor|note|draftKey|commenting|disabledReason|mutedReason|refusal|pair|failure|pigment|coverStyle)$/,
    'a name, a key or a state',
  ],
  [
    /^(search\w*|articleSearch\w*|chatSearch\w*|word\w*|posting\w*|block\w*|sqlite\w*|processes|sharedRuns|logs|processLogs|lines|dataArchives|articleLists\w*|pending\w*)/,
    'an index, or of a process',
  ],
];

test('every text of the database moves, or stays for a reason', async () => {
  const tables = await site.db.introspection.getTables();
  const moved = new Set(
    placesOf(site.tables).flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
  );
  const texts = tables.flatMap(({ name, columns }) =>
    columns.filter(({ dataType }) => /text|char/i.test(dataType)).map((column) => `${name}.${column.name}`),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => !moved.has(text) && !left.some(([which]) => which.test(text)))).toEqual([]);
  expect([...moved].filter((text) => !texts.includes(text))).toEqual([]);
});
