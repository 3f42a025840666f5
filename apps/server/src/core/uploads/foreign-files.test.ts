import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { ownKeysIn } from '../../platform/storage/storage.ts';
import { publicColumns } from './public-files.ts';

const site = freshSite();

let side = 20;
const pictureOf = async (viewer: Viewer) => (await upload(site, viewer, await noise(side++))).data.url;
const statusOf = async (url: string) => (await site.app.inject(url)).statusCode;

/** Ways to name a picture in a text. */
const spellings: [string, (url: string) => string][] = [
  ['as a picture', (url) => `看 ![图](${url})`],
  ['as a link', (url) => `看 [图](${url})`],
  ['as plain text', (url) => `看 ${url} 吧`],
  ['in code', (url) => `看 \`${url}\``],
  ['at this site’s host', (url) => `看 https://mojian.example${url}`],
  ['at another host', (url) => `看 [图](https://cdn.example.com${url})`],
  ['at a host without a scheme', (url) => `看 [图](//cdn.example.com${url})`],
];

test.each(spellings)(
  'another’s picture named %s in a comment, say, article or message stays private',
  async (_how, say) => {
    const url = await pictureOf(site.lin);
    const text = say(url);
    const articleId = await site.writes({ authorId: site.owner.id });
    await site.as(site.ming).comments.post({ body: { articleId, text } });
    await site
      .as(site.ming)
      .board.post({ body: { text, nickname: '阿明' } } as never)
      .catch(() => {});
    await site.says({ authorId: site.ming.id, text });
    await site.writes({ authorId: site.ming.id, markdown: text });
    await site
      .as(site.ming)
      .members.update({ body: { intro: text } } as never)
      .catch(() => {});
    await site
      .as(site.ming)
      .series.create({ body: { name: '雨', intro: text } } as never)
      .catch(() => {});
    await site.db.updateTable('users').set({ avatar: url, cover: url }).where('id', '=', site.ming.id).execute();
    expect(await statusOf(url)).toBe(404);
  },
);

const applied = (avatar: string) => ({
  name: '友',
  url: `https://friend${side}-site.cn`,
  info: '写字',
  email: 'a@b.cn',
  avatar,
});

test.each([
  ['another host', (url: string) => `https://cdn.friend-pictures.cn${url}`],
  ['this site', (url: string) => `https://mojian.example${url}`],
])('a link application with an address at %s opens no picture, pending or approved', async (_where, at) => {
  const url = await pictureOf(site.lin);
  await site.as(null).links.apply({ body: applied(at(url)) } as never);
  const [link] = await site.db.selectFrom('links').select(['id', 'avatar']).orderBy('id', 'desc').limit(1).execute();
  expect(link?.avatar).toBe(at(url));
  expect(await statusOf(url)).toBe(404);
  await site.office(site.owner).links.act({ body: { ids: [link?.id ?? 0], act: 'approve', groupName: '友' } } as never);
  expect(await statusOf(url)).toBe(404);
});

test('a picture that staff gave a link, or an editor an article, is public; of a pending link it is not', async () => {
  const [link, cover] = [await pictureOf(site.owner), await pictureOf(site.lin)];
  const row = { groupName: '友', name: '友', url: 'https://friend.example.com', createdAt: 1, avatar: link };
  const { id } = await site.db
    .insertInto('links')
    .values({ ...row, state: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await statusOf(link)).toBe(404);
  await site.db.updateTable('links').set({ state: 'approved' }).where('id', '=', id).execute();
  expect(await statusOf(link)).toBe(200);
  await site.writes({ authorId: site.owner.id, markdown: `![](${cover})` });
  expect(await statusOf(cover)).toBe(200);
});

test('one’s own picture is public by one’s own text, also at this site’s host, and not at another', async () => {
  const [here, whole, away] = [await pictureOf(site.lin), await pictureOf(site.lin), await pictureOf(site.lin)];
  await site.writes({
    markdown: `![](${here}) ![](https://mojian.example${whole}) ![](https://cdn.example.com${away})`,
  });
  expect([await statusOf(here), await statusOf(whole), await statusOf(away)]).toEqual([200, 200, 404]);
});

test('a path counts only where it begins an address of this site', () => {
  const path = `/files/ab/${'0'.repeat(32)}.webp`;
  const key = path.slice('/files/'.length);
  for (const text of [path, `"${path}"`, `(${path})`, `src="${path}?e=1"`, `https://a.cn${path}`, `//A.cn${path}`])
    expect([...ownKeysIn(text, 'a.cn')], text).toEqual([key]);
  for (const text of [
    `https://b.cn${path}`,
    `//b.cn${path}`,
    `b.cn${path}`,
    `/x${path}`,
    `https://a.cn.b.cn${path}`,
    `http://a.cn:81${path}`,
  ])
    expect([...ownKeysIn(text, 'a.cn')], text).toEqual([]);
});

/** Columns with texts or addresses by which nothing becomes public, by table; a table that is not named has none. */
const never: Record<string, RegExp> = {
  articles:
    /^(title|summary|markdown|html|openingHtml|headings|openingHeadings|keywords|sourceUrl|state|importKey|importHash|slug|description|sourceAuthor|draftKey|commenting|kind)$/,
  says: /^(text|place|weather|state|reasons|sendKey)$/,
  comments: /^(text|place|device|state|reasons|sendKey)$/,
  users:
    /^(nickname|email|passwordHash|role|intro|nicknameKey|website|place|disabledReason|mutedReason|mailHash|guestKey|guestEmail)$/,
  links: /^(groupName|name|url|feedUrl|intro|state|email|reason)$/,
  navigationSites: /^(name|url|intro)$/,
  settings: /^name$/,
  stickers: /^(name|keywords)$/,
};

test('every column that holds text is known to make pictures public or not to', async () => {
  const tables = (await site.db.introspection.getTables()).filter(({ name }) => never[name] ?? publicColumns[name]);
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(publicColumns).sort());
  for (const { name, columns } of tables) {
    const { texts = [], addresses = [] } = publicColumns[name] ?? {};
    const shown = [...texts, ...addresses].flatMap((one) => (one === 'publicHtml' ? ['html', 'openingHtml'] : [one]));
    const held = columns.filter(({ dataType }) => /text|char|bytea|blob/i.test(dataType)).map((column) => column.name);
    for (const column of held)
      expect(shown.includes(column) || never[name]?.test(column), `${name}.${column}`).toBe(true);
  }
});
