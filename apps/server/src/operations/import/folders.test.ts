import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { makeZip } from '../../../test/make-zip.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf } from '../../../test/upload.ts';

const site = freshSite();
const office = () => site.office(site.owner).imports;

/** Uploads a blog as a zip, previews and imports it as its owner does. */
async function moveIn(files: Record<string, string | Uint8Array>) {
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
  const body = { upload, fileName: 'blog.zip' };
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
