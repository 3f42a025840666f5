import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeZip } from '../../../../../packages/foreign-files/test/make-zip.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { madeFiles } from '../../../test/made-files.ts';
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

const [red, blue] = [
  [0, 0, 255, 0],
  [255, 0, 0, 0],
];

/** A BMP whose left half is red and whose right one is blue, in as many bits a pixel. */
function bitmap(bits: 4 | 8 | 24 | 32, [width, height] = [8, 4]) {
  const half = width / 2;
  const palette = bits <= 8 ? [...red, ...blue] : [];
  const wide = (pixel: number[]) =>
    Array(half)
      .fill(pixel.slice(0, bits / 8))
      .flat();
  const rows = {
    4: [0, 0, 0x11, 0x11],
    8: [0, 0, 0, 0, 1, 1, 1, 1],
    24: [...wide(red), ...wide(blue)],
    32: [...wide(red), ...wide(blue)],
  };
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + palette.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeUInt32LE(width, 18);
  head.writeUInt32LE(height, 22);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(palette.length / 4, 46);
  return Buffer.concat([head, Buffer.from(palette), Buffer.from(Array(height).fill(rows[bits]).flat())]);
}

test('bitmaps of every depth arrive with their colours, and a large animation as its first frame', async () => {
  const frames = Buffer.concat(
    Array.from({ length: 501 }, (_, at) =>
      Buffer.alloc(36 * 3, at === 0 ? '\xff\0\0' : `\0\0${at % 2 ? 'x' : 'y'}`, 'latin1'),
    ),
  );
  const animation = await sharp(frames, { raw: { width: 6, height: 6 * 501, channels: 3, pageHeight: 6 } })
    .gif({ effort: 1 })
    .toBuffer();
  const depths = [4, 8, 24, 32] as const;
  await moveIn({
    ...Object.fromEntries(depths.map((bits) => [`img/${bits}.png`, bitmap(bits)])),
    'img/a.gif': animation,
    'a.md': `---\ndate: 2024-01-01\n---\n${depths.map((bits) => `![图](img/${bits}.png)`).join('\n\n')}\n\n![动](img/a.gif)`,
  });
  const files = await site.db.selectFrom('files').select(['key', 'width', 'height']).execute();
  expect(files).toHaveLength(5);
  for (const { key, width } of files) {
    const { data } = await sharp(await site.storage.get(key))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [left, right] = [data.subarray(0, 3), data.subarray((width - 1) * 3, width * 3)];
    expect(
      [left[0], left[2]].map((one) => Math.round((one ?? 0) / 255)),
      key,
    ).toEqual([1, 0]);
    if (width === 8)
      expect(
        [right[0], right[2]].map((one) => Math.round((one ?? 0) / 255)),
        key,
      ).toEqual([0, 1]);
  }
});

test('pictures that will be refused are named in the preview, with the reason the run gives', async () => {
  const wide = bitmap(24);
  wide.writeUInt32LE(40_000, 18);
  const preview = await moveIn({
    'img/wide.bmp': wide,
    'img/photo.png': Buffer.concat([Buffer.from('II*\0'), randomBytes(70_000)]),
    'img/text.png': '不是图片',
    'img/broken.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300)]),
    'a.md':
      '---\ntitle: 甲\ndate: 2024-01-01\n---\n![](img/wide.bmp) ![](img/photo.png) ![](img/text.png) ![](img/broken.jpg) ![](img/gone.png)',
  });
  const named = (preview?.losses ?? [])
    .filter(({ thing }) => thing === '图片')
    .flatMap(({ reason, places }) => places.map((place) => `${place} ${reason}`));
  const losses = await site.db
    .selectFrom('importLosses')
    .select(['place', 'reason'])
    .where('thing', '=', '图片')
    .execute();
  expect(named.sort()).toEqual(losses.map(({ place, reason }) => `${place} ${reason}`).sort());
  expect(named.map((one) => one.replace(/^甲：img\//, '').slice(0, 22)).sort()).toEqual([
    'broken.jpg 图片已损坏，打不开',
    expect.stringMatching(/^gone.png 找不到文件/),
    expect.stringMatching(/^photo.png 这是 TIFF 图片/),
    expect.stringMatching(/^text.png 这不是图片/),
    expect.stringMatching(/^wide.bmp 图片太长或太宽/),
  ]);
});

const friend = (name: string, { group = '友链', intro = '', avatar = '' } = {}) => ({
  groupName: group,
  name,
  url: `https://${name}.example/`,
  intro,
  avatar,
});
const friendPages: [form: string, files: Record<string, string>, friends: ReturnType<typeof friend>[]][] = [
  [
    'a list',
    {
      'source/links/index.md':
        '---\ntitle: 友链\n---\n## 朋友\n- [jia](https://jia.example) 写字的\n- ![](https://jia.example/b.png) [yi](https://yi.example)\n- bing：https://bing.example 画画\n\n## 说明\n- 网址：https://rain.example\n- 欢迎留言，见[说明](https://help.example)和[规则](https://rule.example)。\n\n请先看[这里](https://read.example)再来。',
    },
    [
      friend('jia', { group: '朋友', intro: '写字的' }),
      friend('yi', { group: '朋友', avatar: 'https://jia.example/b.png' }),
      friend('bing', { group: '朋友', intro: '画画' }),
    ],
  ],
  [
    'a table',
    {
      'source/friends/index.md':
        '---\ntitle: 朋友们\n---\n| 名字 | 网址 | 介绍 |\n| - | - | - |\n| jia | https://jia.example | 写字的 |\n| [yi](https://yi.example) | | 画画 |',
    },
    [friend('jia', { intro: '写字的' }), friend('yi', { intro: '画画' })],
  ],
  [
    'cards',
    {
      'source/link/index.md':
        '---\ntitle: 友链\n---\n<div class="cards">\n<a href="https://jia.example" target="_blank">\n<img src="https://jia.example/a.png">\n<b>jia</b><span>写字的</span>\n</a>\n</div>',
    },
    [friend('jia', { intro: '写字的', avatar: 'https://jia.example/a.png' })],
  ],
  [
    'Butterfly’s tag',
    {
      'source/link/index.md':
        '---\ntitle: 友链\n---\n{% flink %}\n- class_name: 朋友\n  link_list:\n    - name: jia\n      link: https://jia.example/\n      descr: 写字的\n{% endflink %}',
    },
    [friend('jia', { group: '朋友', intro: '写字的' })],
  ],
  [
    'front matter',
    {
      'source/links/index.md':
        '---\ntitle: 友链\nlinks:\n  - title: jia\n    website: https://jia.example/\n    image: https://jia.example/a.png\n---\n你好',
    },
    [friend('jia', { avatar: 'https://jia.example/a.png' })],
  ],
  [
    'NexT',
    { '_config.next.yml': 'links:\n  jia: https://jia.example/\n  yi: https://yi.example/\n' },
    [friend('jia'), friend('yi')],
  ],
  [
    'Fluid',
    {
      '_config.fluid.yml':
        'links:\n  enable: true\n  items:\n    - title: jia\n      intro: 写字的\n      link: https://jia.example/\n',
    },
    [friend('jia', { intro: '写字的' })],
  ],
  [
    'Butterfly, and the same on the page',
    {
      'source/_data/link.yml': '- class_name: 朋友\n  link_list:\n    - name: jia\n      link: https://jia.example/\n',
      'source/link/index.md': '---\ntitle: 友链\n---\n- [jia](https://jia.example/)',
    },
    [friend('jia', { group: '朋友' })],
  ],
  [
    'Volantis',
    { 'source/_data/friends.yml': '- group: 朋友\n  items:\n    - name: jia\n      url: https://jia.example/\n' },
    [friend('jia', { group: '朋友' })],
  ],
  [
    'Stellar',
    { 'source/_data/links/a.yml': '朋友:\n  - title: jia\n    url: https://jia.example/\n' },
    [friend('jia', { group: '朋友' })],
  ],
  ['nothing that can be read', { 'source/links/index.md': '---\ntitle: 友链\n---\n还没有朋友。' }, []],
];

test('friend links of an old page come in every form that can be read, and its words stay', async () => {
  for (const [form, files, friends] of friendPages) {
    await site.db.deleteFrom('links').execute();
    await site.db.deleteFrom('articles').execute();
    await site.db.deleteFrom('importedRows').execute();
    await site.db.deleteFrom('importLosses').execute();
    const rest = {
      '_config.yml': 'url: https://rain.example\n',
      'source/_posts/a.md': '---\ndate: 2024-01-01\n---\n文',
    };
    const preview = await moveIn({ ...rest, ...files });
    const rows = await site.db
      .selectFrom('links')
      .select(['groupName', 'name', 'url', 'intro', 'avatar'])
      .orderBy('id')
      .execute();
    expect(rows, form).toEqual(friends);
    expect(preview?.counts.find(({ kind }) => kind === 'link')?.added ?? 0, form).toBe(friends.length);
    const page = await site.db.selectFrom('articles').select('title').where('kind', '=', 'page').executeTakeFirst();
    const said = (preview?.losses ?? [])
      .filter(({ reason }) => reason.startsWith('是友链页'))
      .map(({ reason }) => /认出来/.test(reason));
    expect(said, form).toEqual(page ? [friends.length === 0] : []);
  }
});

test('a Markdown folder brings the files to which its notes link', async () => {
  await moveIn({
    '_config.yml': 'title: 雨天\nurl: https://rain.example\n',
    'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
    'source/_posts/rain.md':
      '---\ntitle: 雨\ndate: 2024-05-01\n---\n[讲义](/files/日影%20一.pdf)\n\n[坏的](/files/bad.pdf)\n\n[别处](https://x.example/a.pdf)\n\n<audio src="/files/rain.mp3"></audio>\n\n`[码](/files/code.pdf)`',
    'source/files/日影 一.pdf': madeFiles.pdf(),
    'source/files/bad.pdf': '<html>',
    'source/files/rain.mp3': madeFiles.mp3(),
  });
  const { markdown, html } = await site.db
    .selectFrom('articles')
    .select(['markdown', 'html'])
    .where('title', '=', '雨')
    .executeTakeFirstOrThrow();
  expect(String(markdown)).toMatch(
    /^\[讲义\]\(\/files\/\S+\.pdf\)\n\n\[坏的\]\(\/files\/bad\.pdf\)\n\n\[别处\]\(https:\/\/x\.example\/a\.pdf\)\n\n<audio src="\/files\/\w\w\/\w{32}\.mp3"><\/audio>/,
  );
  expect(String(html)).toMatch(/<p><a href="\/files\/\S+\.pdf">讲义<\/a><\/p>/);
  const [, url = ''] = /\((\/files\/\S+\.pdf)\)/.exec(String(markdown)) ?? [];
  const served = await site.app.inject(url);
  expect(served.statusCode).toBe(200);
  expect(decodeURIComponent(String(served.headers['content-disposition']))).toContain("''日影 一.pdf");
});
