import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { makeZip } from '../../../test/make-zip.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';

const site = freshSite();
const office = () => site.office(site.owner).imports;

/** Uploads a blog as a zip, previews and imports it as its owner does. */
async function moveIn(files: Record<string, string | Uint8Array>, { undatedAsDrafts = false } = {}) {
  const bytes = makeZip(...Object.entries(files).map(([name, content]) => ({ name: `blog/${name}`, bytes: content })));
  const upload = 'upload-12345';
  const { headers, payload } = await formOf({ name: 'blog.zip', bytes });
  const url = `/v1/admin/imports/upload?id=${upload}&from=0&total=${bytes.length}`;
  await site.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, authorization: tokenOf(site.owner) },
  });
  const options = { authors: {}, matches: {}, site: '', overwrite: false, undatedAsDrafts };
  const body = { upload, fileName: 'blog.zip', options };
  await office().preview({ body });
  const { preview } = await ended();
  await office().start({ body });
  await ended();
  return preview;
}

async function ended() {
  await expect.poll(async () => (await office().work())?.state, { timeout: 60_000 }).not.toBe('running');
  const work = await office().work();
  expect(work?.failure).toBe('');
  if (!work) throw new Error('nothing was done');
  return work;
}

const shown = async () => (await site.as(null).articles.list({ query: {} })).records.map(({ title }) => title).sort();

const opens = async (path: string) => {
  const { statusCode, headers } = await site.app.inject({ url: path, headers: { accept: 'text/html' } });
  return { statusCode, location: headers.location };
};

test('of a Hexo folder readers see its posts and pages, and nothing that Hexo does not publish', async () => {
  const preview = await moveIn({
    '_config.yml': 'title: 雨天\nurl: https://rain.example\n',
    'scaffolds/draft.md': '---\ntitle: {{ title }}\ntags:\n---\n',
    'scaffolds/page.md': '---\ntitle: {{ title }}\ndate: {{ date }}\n---\n',
    'scaffolds/post.md': '---\ntitle: {{ title }}\ndate: {{ date }}\ntags:\n---\n',
    'drafts/essay.md': '---\ntitle: 没写完的\ndate: 2024-01-01\n---\n一',
    'themes/next/README.md': '# NexT',
    'source/_posts/rain.md': '---\ntitle: 雨\ndate: 2024-05-01\n---\n下雨了',
    'source/_posts/diary.md': ';;;\n"title": "日记",\n"date": "2024-05-02",\n"published": "no"\n;;;\n心事',
    'source/_drafts/later.md': '---\ntitle: 以后\ndate: 2024-05-03\n---\n未完',
    'source/now/index.md': '---\ntitle: 近况\n---\n写字',
  });
  expect(preview?.losses).toContainEqual({
    thing: '文件',
    reason: '不在 Hexo 的 source/ 里，没有当作文章',
    count: 5,
    places: [
      'drafts/essay.md',
      'scaffolds/draft.md',
      'scaffolds/page.md',
      'scaffolds/post.md',
      'themes/next/README.md',
    ],
  });
  expect(preview?.reader.name).toBe('Hexo');
  expect(preview?.articles.map(({ title, state, isPage }) => [title, state, isPage])).toEqual([
    ['以后', 'draft', false],
    ['日记', 'draft', false],
    ['雨', 'published', false],
    ['近况', 'published', true],
  ]);
  expect(await shown()).toEqual(['雨']);
  const rows = await site.db.selectFrom('articles').select(['id', 'title', 'state']).orderBy('title').execute();
  expect(Object.fromEntries(rows.map(({ title, state }) => [title, state]))).toEqual({
    雨: 'published',
    日记: 'draft',
    以后: 'draft',
    近况: 'published',
  });
  for (const { id, state } of rows)
    expect((await opens(`/v1/article/info?id=${id}`)).statusCode, state).toBe(state === 'published' ? 200 : 404);
});

test('the preview lists what has no date, and the owner may take it as drafts', async () => {
  const files = {
    '有.md': '---\ndate: 2024-05-01\n---\n一',
    '无.md': '二',
    '将来.md': '---\ndate: 2999-01-01\n---\n三',
  };
  const preview = await moveIn(files, { undatedAsDrafts: true });
  expect(preview?.articles.map(({ title, state, undated }) => [title, state, undated])).toEqual([
    ['将来', 'scheduled', false],
    ['无', 'published', true],
    ['有', 'published', false],
  ]);
  const rows = await site.db.selectFrom('articles').select(['title', 'state']).orderBy('title').execute();
  expect(Object.fromEntries(rows.map(({ title, state }) => [title, state]))).toEqual({
    将来: 'scheduled',
    无: 'draft',
    有: 'published',
  });
  expect(await shown()).toEqual(['有']);
});

test('lines of a Hexo post, words of its tags and its old addresses arrive on the page', async () => {
  await moveIn({
    '_config.yml': 'url: https://rain.example\npermalink: :year/:title.html\n',
    'source/_posts/poem.md':
      '---\ntitle: 诗\ndate: 2024-05-01\ntags: [C#]\n---\n床前明月光，\n疑是{% span red, 地上霜 %}。\n',
  });
  const row = await site.db.selectFrom('articles').select(['id', 'html']).executeTakeFirstOrThrow();
  expect(row.html).toMatch(/床前明月光，<br ?\/?>\s*疑是地上霜。/);
  const moved = await site.db.selectFrom('movedPaths').select(['path', 'target']).execute();
  expect(moved).toContainEqual({ path: '/2024/poem', target: `/article/${row.id}` });
});

test('pictures of a public folder, drawings and large animations arrive as pictures', async () => {
  const svg =
    '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"><rect width="40" height="20" fill="#f00"/><image xlink:href="file:///etc/hostname" width="40" height="20"/></svg>';
  const entities =
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><text>&a;</text></svg>';
  await moveIn({
    'docs/.vuepress/public/img/a.svg': svg,
    'docs/.vuepress/public/img/b.svg': entities,
    'docs/.vuepress/config.js': 'module.exports = {}',
    'docs/one.md': '---\ntitle: 一\ndate: 2024-01-01\n---\n![图](/img/a.svg)\n\n![坏](/img/b.svg)',
  });
  const { html } = await site.db.selectFrom('articles').select('html').executeTakeFirstOrThrow();
  expect(html).toMatch(/<img src="\/files\/[^"]+\.webp" alt="图" width="80" height="40"/);
  const losses = await site.db
    .selectFrom('importLosses')
    .select(['place', 'reason'])
    .where('thing', '=', '图片')
    .execute();
  expect(losses).toEqual([{ place: '一：/img/b.svg', reason: expect.stringContaining('这不是图片') }]);
});
