import { beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { hashPassword, inDatabase, issueCode, readArchive, writeArticle } from './arrange.ts';
import { type Member, newMembers, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openSite } from './stage.ts';

/** Found nowhere but in the hidden part of the articles below. */
const secret = '芝麻开门';
/** Opens the one article that has a password. */
const word = '天王盖地虎';
const markdown = `谁都能读的开头。

<!-- more -->

## ${secret}之一

![${secret}的图](/files/sesame.webp)

这里是${secret}。

\`\`\`mermaid
graph TD; a[${secret}]
\`\`\``;

const { site } = openSite({ SAMPLE_CONTENT: '0' });
let author: Member;
let reader: Member;
let tokens: Record<'author' | 'reader', string>;
/** Articles of each lock, and a free one. */
const ids: Record<number, number> = {};

beforeAll(async () => {
  [author, reader] = (await newMembers(site, 2)) as [Member, Member];
  tokens = { author: await tokenFor(site, author), reader: await tokenFor(site, reader) };
  const shown = { tags: ['锁'], category: '试', featured: true, recommended: true };
  const password = await hashPassword(word);
  for (const readType of [1, 2, 3, 4, 6, 0]) {
    const text = readType === 0 ? '一篇敞开的文章。' : markdown;
    const draft = { authorId: author.id, title: `第 ${readType} 篇`, markdown: text, readType, password };
    ids[readType] = await writeArticle(site, { ...draft, ...shown });
  }
});

const articleIds = () => Object.values(ids);
const info = (id: number | undefined) => `/v1/article/info?id=${id}`;
const quoted = encodeURIComponent(secret);

/** Every address at which something of an article is answered, but for the info of each. */
function exits() {
  const pages = ['/', '/archive', '/category', '/category?id=1', '/tags', '/tags?id=1', `/user/${author.id}`, '/about'];
  const articles = articleIds().map((id) => `/article/${id}`);
  const data = [...articles, '/archive', '/_root'].map((path) => `${path}.data`);
  const feeds = ['/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemap-1.xml', '/robots.txt'];
  const calls = [
    ...['', '?sort=hot', '?categoryId=1', '?tagId=1'].map((query) => `/v1/article/${query}`),
    '/v1/',
    '/v1/article/archive',
    '/v1/article/archive?year=2026',
    '/v1/tag/',
    '/v1/category/',
    '/v1/webSiteInfo',
    `/v1/article/selectArticleByUserId?userId=${author.id}`,
    `/v1/user/info?userId=${author.id}`,
    ...[quoted, '开头', '第'].map((keyword) => `/v1/article/search?keyword=${keyword}`),
    ...[quoted, '开头', '第'].map((words) => `/v1/search?full=1&q=${words}`),
    '/v1/collect/',
    '/v1/im/getMessageNotice?type=3',
    '/v1/im/getMessageNotice?type=4',
    info(ids[0]),
    ...articleIds().map((id) => `/v1/article/mine?id=${id}`),
    ...articleIds().map((id) => `/v1/comment/?articleId=${id}`),
  ];
  return [...pages, ...articles, ...data, ...feeds, ...calls];
}

async function get(path: string, token?: string) {
  const answer = await fetch(site.url + path, { headers: token ? { authorization: token } : {} });
  return { status: answer.status, body: decodeURIComponent(unescapeMarks(await answer.text())) };
}

/** A word is found however it is written: as \uXXXX, as &#xXXXX; or in an address. */
function unescapeMarks(text: string) {
  const mail = (_: string, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16));
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, mail).replace(/&#x([0-9a-f]+);/gi, mail);
  return plain.replace(/%(?![0-9a-f]{2})/gi, '%25');
}

/** Which of these answers hold the secret. Asked twice: the second time from the page cache. */
async function leaks(paths: string[], token?: string) {
  const found = new Set<string>();
  for (const round of [1, 2])
    for (const path of paths)
      if ((await get(path, token)).body.replaceAll(quoted, '').includes(secret)) found.add(`${path} (${round})`);
  return [...found];
}

/** Changes what the author may do and what an article is, by the calls that do so. */
async function keepToOneself(id: number | undefined) {
  const { drafts } = apiOf(site, { token: tokens.author });
  const query = { id: id ?? 0 };
  const { version, content } = await drafts.mine({ query });
  const said = { title: secret, markdown: `${secret}。`, summary: secret, tags: [secret], readType: 5 as const };
  const saved = await drafts.save({ body: { ...query, version, content: { ...content, ...said } } });
  await drafts.submit({ body: { ...query, version: saved.version } });
  await workDone(site);
}

test('the crawl covers every endpoint, and the free excerpt appears in most of them', async () => {
  const answers = await Promise.all(exits().map(async (path) => ({ path, ...(await get(path, tokens.reader)) })));
  const dead = answers.filter(({ status, path }) => status !== 200 && !/\.data$|comment|sitemap-|year/.test(path));
  expect(dead.map(({ path, status }) => [path, status])).toEqual([]);
  expect(answers.filter(({ body }) => body.includes('谁都能读的开头')).length).toBeGreaterThan(10);
});

test('a locked text appears in no response to visitors or members', async () => {
  const infos = [1, 2, 3, 6].map((readType) => info(ids[readType]));
  expect(await leaks([...exits(), ...infos, info(ids[4])])).toEqual([]);
  expect(await leaks([...exits(), ...infos], tokens.reader)).toEqual([]);
  expect(await readArchive(site, reader.id)).not.toContain(secret);
});

test("an entitled reader gets the text only in that article's info", async () => {
  const code = await issueCode(site);
  for (const id of articleIds()) {
    await get(`/v1/article/like?articleId=${id}&like=1`, tokens.reader);
    await get(`/v1/collect/insertCollect?articleId=${id}`, tokens.reader);
  }
  await get(`/v1/article/checkCode?id=${ids[3]}&code=${code}`, tokens.reader);
  await inDatabase(site, (db) =>
    db
      .insertInto('comments')
      .values({ articleId: ids[1] ?? 0, authorId: reader.id, text: '来过', createdAt: Date.now(), removedAt: null })
      .execute(),
  );
  await apiOf(site, { token: tokens.reader }).articles.unlock({ body: { id: ids[6] ?? 0, password: word } });
  for (const readType of [1, 2, 3, 4, 6])
    expect((await get(info(ids[readType]), tokens.reader)).body, `readType ${readType}`).toContain(secret);
  expect(await leaks(exits(), tokens.reader)).toEqual([]);
  expect(await leaks(exits(), tokens.author)).toEqual([]);
  expect(await leaks([...exits(), ...articleIds().map(info)])).toEqual([]);
  expect(await readArchive(site, reader.id)).not.toContain(secret);
  expect(await readArchive(site, author.id)).toContain(secret);
});

test('a private article appears on no page, in no feed and in no response', async () => {
  await leaks(exits()); // every page is in the cache
  await keepToOneself(ids[0]);
  const all = [...exits(), info(ids[0]), `/covers/${ids[0]}.webp`];
  expect(await leaks(all)).toEqual([]);
  expect(await leaks(all, tokens.reader)).toEqual([]);
  const staff = await newStaff(site, 'admin');
  expect(await leaks(all, await tokenFor(site, staff))).toEqual([]);
  expect((await get(`/article/${ids[0]}`)).status).toBe(404);
  expect((await get(`/article/${ids[0]}`)).body).not.toContain('一篇敞开的文章');
  expect((await get(info(ids[0]), tokens.author)).body).toContain(secret);
  for (const path of ['/', '/rss.xml', '/sitemap.xml', '/archive', `/user/${author.id}`])
    expect((await get(path)).body, path).not.toContain(`/article/${ids[0]}"`);
});
