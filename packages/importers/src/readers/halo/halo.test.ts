import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';
import { applyPatch } from './patches.ts';

type Extension = { kind: string; metadata: { name: string } } & Record<string, unknown>;

const plurals: Record<string, string> = {
  Post: 'content.halo.run/posts',
  SinglePage: 'content.halo.run/singlepages',
  Snapshot: 'content.halo.run/snapshots',
  Category: 'content.halo.run/categories',
  Tag: 'content.halo.run/tags',
  Comment: 'content.halo.run/comments',
  Reply: 'content.halo.run/replies',
  Attachment: 'storage.halo.run/attachments',
  Moment: 'moment.halo.run/moments',
  Link: 'core.halo.run/links',
  LinkGroup: 'core.halo.run/linkgroups',
  Counter: 'metrics.halo.run/counters',
  User: 'users',
  ConfigMap: 'configmaps',
  Menu: 'menus',
  MenuItem: 'menuitems',
};

/** `extensions.data` as Halo writes it. */
const stored = (extensions: Extension[]) =>
  JSON.stringify(
    extensions.map((extension) => ({
      name: `/registry/${plurals[extension.kind]}/${extension.metadata.name}`,
      data: Buffer.from(JSON.stringify(extension)).toString('base64'),
      version: 3,
    })),
  );

const backup = (extensions: Extension[]) =>
  makeZip(
    { name: 'extensions.data', bytes: stored(extensions) },
    { name: 'workdir/attachments/upload/雨.png', bytes: 'png' },
    { name: 'workdir/application.yaml', bytes: 'a: 1' },
  );

const of = (kind: string, name: string, rest: object = {}): Extension => ({ kind, metadata: { name }, ...rest });

const change = (source: string[], target: string[], position = 0) => ({
  type: 'CHANGE',
  source: { position, lines: source, changePosition: null },
  target: { position, lines: target, changePosition: null },
});

const post = (name: string, spec: object, rest: object = {}) =>
  of('Post', name, {
    spec: {
      title: name,
      slug: name,
      baseSnapshot: 's1',
      headSnapshot: 's1',
      releaseSnapshot: 's1',
      publish: true,
      visible: 'PUBLIC',
      owner: 'admin',
      ...spec,
    },
    ...rest,
  });

const blog = [
  of('User', 'admin', { spec: { displayName: '林', email: 'Lin@example.com', bio: '写字' } }),
  of('User', 'anonymousUser', { spec: { displayName: 'Anonymous', email: 'a@example.com' } }),
  of('ConfigMap', 'system', { data: { basic: '{"title":"雨天"}' } }),
  of('Category', 'c1', {
    spec: { displayName: '散文', slug: 'prose', children: ['c2'] },
    status: { permalink: '/categories/prose' },
  }),
  of('Category', 'c2', { spec: { displayName: '天气', slug: 'weather', children: [] } }),
  of('Category', 'x', { spec: { displayName: '圈一', slug: 'x', children: ['y'] } }),
  of('Category', 'y', { spec: { displayName: '圈二', slug: 'y', children: ['x'] } }),
  of('Tag', 't1', { spec: { displayName: '夜', slug: 'night' } }),
  of('Attachment', 'a', {
    metadata: { name: 'a', annotations: { 'storage.halo.run/uri': '/upload/%E9%9B%A8.png' } },
    status: { permalink: 'https://halo.example/upload/%E9%9B%A8.png' },
  }),
  of('Snapshot', 's1', { spec: { rawType: 'markdown', rawPatch: '# 一\n\n二', contentPatch: '<h1>一</h1><p>二</p>' } }),
  of('Snapshot', 's2', {
    spec: {
      rawType: 'markdown',
      rawPatch: JSON.stringify([change(['二'], ['三', '四'], 2)]),
      contentPatch: JSON.stringify([change(['<h1>一</h1><p>二</p>'], ['<h1>一</h1>'])]),
    },
  }),
  of('Snapshot', 's3', { spec: { rawType: 'HTML', rawPatch: '', contentPatch: '<p>网页 <b>字</b></p>' } }),
  of('Snapshot', 's4', {
    spec: { rawType: 'HTML', rawPatch: 'oh', contentPatch: JSON.stringify([change(['别的'], ['x'])]) },
  }),
  post(
    'rain',
    {
      title: '雨',
      releaseSnapshot: 's2',
      headSnapshot: 's2',
      categories: ['c2', 'c1', 'none'],
      tags: ['t1'],
      cover: '/upload/雨.png',
      publishTime: '2024-05-01T00:30:00Z',
      pinned: true,
      allowComment: false,
      excerpt: { autoGenerate: false, raw: '摘要' },
      htmlMetas: [
        { name: 'keywords', content: '雨,夜' },
        { name: 'description', content: '给搜索' },
      ],
    },
    { status: { permalink: '/archives/rain', lastModifyTime: '2024-06-01T00:00:00Z', phase: 'PUBLISHED' } },
  ),
  post('inner', { visible: 'INTERNAL', baseSnapshot: 's3', releaseSnapshot: 's3', headSnapshot: 's3' }),
  post('secret', { visible: 'PRIVATE', headSnapshot: 's2' }),
  post('draft', { publish: false, releaseSnapshot: '', headSnapshot: 's2' }),
  post('waiting', { publish: false }, { status: { phase: 'PENDING_APPROVAL' } }),
  post('odd', { baseSnapshot: 's3', releaseSnapshot: 's4', headSnapshot: 's4' }),
  post('bin', { deleted: true }),
  post('empty', { baseSnapshot: 'gone', releaseSnapshot: 'gone' }),
  of('SinglePage', 'about', {
    spec: {
      title: '关于',
      slug: 'about',
      baseSnapshot: 's3',
      releaseSnapshot: 's3',
      headSnapshot: 's3',
      publish: true,
    },
    status: { permalink: '/about' },
  }),
  of('Counter', 'posts.content.halo.run/rain', { visit: 12, upvote: 3 }),
  of('Comment', 'k1', {
    spec: {
      raw: '好',
      content: '<p>好<script>x</script></p>',
      subjectRef: { kind: 'Post', name: 'rain' },
      owner: {
        kind: 'Email',
        name: 'Ming@example.com',
        displayName: '明',
        annotations: { website: 'https://ming.example' },
      },
      approved: true,
      top: true,
      creationTime: '2024-05-02T00:00:00Z',
      ipAddress: '203.0.113.7',
    },
  }),
  of('Reply', 'r1', {
    spec: { content: '谢', commentName: 'k1', owner: { kind: 'User', name: 'admin' }, approved: true, hidden: true },
  }),
  of('Reply', 'r2', {
    spec: {
      content: '再',
      commentName: 'k1',
      quoteReply: 'r1',
      owner: { kind: 'User', name: 'gone' },
      approved: false,
    },
  }),
  of('Comment', 'k2', {
    spec: {
      content: '瞬',
      subjectRef: { kind: 'Moment', name: 'm1' },
      owner: { kind: 'Email', name: 'x', displayName: '客' },
    },
  }),
  of('Comment', 'k3', { spec: { raw: '迷路', content: '迷路', subjectRef: { kind: 'Doc', name: 'd' }, owner: {} } }),
  of('Moment', 'm1', {
    spec: {
      content: {
        html: '<p><a class="tag" href="?tag=x">雨</a>停了</p>',
        medium: [
          { type: 'PHOTO', url: '/upload/雨.png' },
          { type: 'VIDEO', url: 'https://v.example/1.mp4' },
        ],
      },
      releaseTime: '2024-05-03T00:00:00Z',
      visible: 'PRIVATE',
      owner: 'admin',
    },
  }),
  of('LinkGroup', 'g', { spec: { displayName: '友人' } }),
  of('Link', 'l', {
    spec: {
      displayName: '明',
      url: 'https://ming.example',
      logo: 'https://ming.example/a.png',
      description: '写字的',
      groupName: 'g',
    },
  }),
  of('MenuItem', 'mi', { spec: {} }),
];

test('a backup gives posts in their published version, pages, categories, tags and counts', async () => {
  const read = await readSource('halo.zip', backup(blog));
  expect([read.reader, read.fault]).toEqual(['halo', undefined]);
  expect(read.of('site')).toEqual([{ kind: 'site', url: 'https://halo.example', title: '雨天' }]);
  expect(read.of('person').map(({ name, email }) => [name, email])).toEqual([['林', 'lin@example.com']]);
  const articles = new Map(read.of('article').map((article) => [article.key, article]));
  expect(articles.get('posts/rain')).toMatchObject({
    isPage: false,
    title: '雨',
    markdown: '# 一\n\n三\n四',
    summary: '摘要',
    state: 'published',
    author: { name: '林', email: 'lin@example.com' },
    categories: ['天气', '散文'],
    tags: ['夜'],
    description: '给搜索',
    keywords: '雨,夜',
    publishedAt: Date.UTC(2024, 4, 1, 0, 30),
    updatedAt: Date.UTC(2024, 5, 1),
    pinned: true,
    commenting: 'closed',
    views: 12,
    likes: 3,
    addresses: ['/archives/rain'],
    warnings: [],
  });
  expect(read.covers['/upload/雨.png']).toBe('workdir/attachments/upload/雨.png');
  expect(articles.get('posts/inner')).toMatchObject({ markdown: expect.stringContaining('网页'), readType: 4 });
  expect(articles.get('posts/secret')).toMatchObject({
    state: 'private',
    warnings: [expect.stringContaining('没发布的修改')],
  });
  expect(articles.get('posts/draft')).toMatchObject({ state: 'draft', markdown: '# 一\n\n三\n四', publishedAt: null });
  expect(articles.get('posts/waiting')?.state).toBe('held');
  expect(articles.get('posts/odd')).toMatchObject({ warnings: [expect.stringContaining('最早的版本')] });
  expect(articles.get('posts/empty')?.warnings).toEqual(['备份里没有正文的版本，只有标题和信息']);
  expect(articles.get('singlepages/about')).toMatchObject({ isPage: true, title: '关于', addresses: ['/about'] });
  expect(articles.has('posts/bin')).toBe(false);
});

test('categories keep their parents, and a cycle is broken', async () => {
  const read = await readSource('halo.zip', backup(blog));
  const sections = read.of('category').map(({ name, parent, addresses }) => [name, parent, addresses]);
  expect(sections.slice(0, 2)).toEqual([
    ['散文', null, ['/categories/prose']],
    ['天气', 'c1', ['/categories/weather']],
  ]);
  expect(sections.slice(2).filter(([, parent]) => parent === null).length).toBeGreaterThan(0);
  expect(read.of('tag').map(({ name, addresses }) => [name, addresses])).toEqual([['夜', ['/tags/night']]]);
});

test('comments, replies, moments and links are read, and unsupported things are losses', async () => {
  const read = await readSource('halo.zip', backup(blog));
  expect(read.of('comment')).toMatchObject([
    {
      key: 'k1',
      on: { article: 'posts/rain' },
      parent: null,
      author: { name: '明', email: 'ming@example.com', website: 'https://ming.example' },
      markdown: expect.stringContaining('好'),
      state: 'shown',
      pinned: true,
      createdAt: Date.UTC(2024, 4, 2),
    },
    { key: 'k2', on: { say: 'm1' }, author: { name: '客', email: '' }, state: 'held' },
    { key: 'r1', on: { article: 'posts/rain' }, parent: 'k1', author: { name: '林' }, state: 'held' },
    { key: 'r2', parent: 'r1', author: { name: 'gone' }, state: 'held' },
  ]);
  expect(JSON.stringify(read.items)).not.toContain('203.0.113.7');
  expect(read.of('say')).toMatchObject([
    {
      key: 'm1',
      text: '#雨 停了\n\nhttps://v.example/1.mp4',
      pictures: ['/upload/雨.png'],
      isPublic: false,
      author: { name: '林' },
    },
  ]);
  expect(read.of('link')).toMatchObject([{ group: '友人', name: '明', url: 'https://ming.example', intro: '写字的' }]);
  expect(read.of('loss').map(({ thing, place }) => [thing, place])).toEqual([
    ['文章', 'bin'],
    ['评论', '迷路'],
    ['菜单项', '1 个'],
  ]);
});

test('pictures are found by path, full address and thumbnail', async () => {
  const { findPicture } = await readSource('halo.zip', backup(blog));
  const picture = 'workdir/attachments/upload/雨.png';
  expect(findPicture('/upload/%E9%9B%A8.png')).toBe(picture);
  expect(findPicture('https://halo.example/upload/%E9%9B%A8.png?width=400')).toBe(picture);
  expect(
    findPicture('/apis/api.storage.halo.run/v1alpha1/thumbnails/-/via-uri?size=m&uri=%2Fupload%2F%25E9%259B%25A8.png'),
  ).toBe(picture);
  expect(findPicture('/upload/none.png')).toBe(undefined);
  expect(findPicture('/upload/../../application.yaml')).toBe(undefined);
});

test('broken rows are losses, and a truncated file gives what is before the cut', async () => {
  const rows = [
    { name: '/registry/content.halo.run/posts/a', data: '!!!', version: 1 },
    { name: 7 },
    ...JSON.parse(
      stored([
        post('good', {}),
        post('good', {}),
        of('Snapshot', 's1', { spec: { rawType: 'markdown', rawPatch: '好' } }),
      ]),
    ),
  ];
  const read = await readSource('x.zip', makeZip({ name: 'extensions.data', bytes: JSON.stringify(rows) }));
  expect(read.of('article').map(({ title, markdown }) => [title, markdown])).toEqual([['good', '好']]);
  expect(read.of('loss').map(({ thing, reason }) => [thing, reason])).toEqual([
    ['文章', '读不懂这一条'],
    ['文章', '同一个编号出现了两次，用了前一个'],
    ['数据', '读不懂这一条'],
  ]);
  const cut = JSON.stringify(rows).slice(0, -20);
  expect((await readSource('x.data', cut)).fault).toMatch(/断了/);
});

test('a patch is applied to its own text only', () => {
  expect(applyPatch('a\nb\nc', JSON.stringify([change(['a'], ['x']), change(['c'], [], 2)]))).toBe('x\nb');
  expect(
    applyPatch(
      '',
      JSON.stringify([{ type: 'INSERT', source: { position: 0, lines: [] }, target: { position: 0, lines: ['a'] } }]),
    ),
  ).toBe('a');
  expect(applyPatch('a', JSON.stringify([change(['b'], ['x'])]))).toBe(undefined);
  expect(applyPatch('a', JSON.stringify([change([], ['x'], 9)]))).toBe(undefined);
  expect(applyPatch('a', '{')).toBe(undefined);
  expect(applyPatch('a', '')).toBe('a');
});

const folder = process.env.IMPORT_SAMPLES;
const sample = folder ? join(folder, 'halo/initial-data.yaml') : '';

test.runIf(existsSync(sample))('the content of a fresh Halo is read', async () => {
  const documents = parseAllDocuments(readFileSync(sample, 'utf8')).map(
    (document) => document.toJS() as Extension | null,
  );
  const extensions = documents.filter((document) => document !== null);
  const read = await readSource('initial.zip', backup(extensions));
  expect(read.fault).toBe(undefined);
  expect(
    read.of('article').map(({ isPage, title, addresses, commenting }) => [isPage, title, addresses, commenting]),
  ).toEqual([
    [false, 'Hello Halo', ['/archives/hello-halo'], 'open'],
    [true, '关于', ['/about'], 'open'],
    [true, '用户协议', ['/user-agreement'], 'closed'],
    [true, '隐私政策', ['/privacy-policy'], 'closed'],
  ]);
  const [hello] = read.of('article');
  expect(hello).toMatchObject({
    categories: ['默认分类'],
    tags: ['Halo'],
    summary: expect.stringContaining('安装成功'),
  });
  expect(hello?.markdown).toMatch(/^## \*{0,2}Hello Halo/);
  expect(hello?.markdown).toContain('https://bbs.halo.run');
});

const first = {
  version: '1.5.4',
  export_date: 1650000000000,
  attachments: [{ id: 1, path: 'upload/a.png' }],
  categories: [
    { id: 1, name: '散文', slug: 'prose', parentId: 0 },
    { id: 2, name: '天气', slug: 'weather', parentId: 1 },
    { id: 3, name: '圈', slug: 'loop', parentId: 3 },
  ],
  comment_black_list: [],
  contents: [{ id: 1, content: '<p>旧</p>', originalContent: '# 正文' }],
  journals: [
    {
      id: 5,
      sourceContent: '今天\n![晴](/upload/sun.png)',
      content: '<p>今天</p>',
      type: 'INTIMATE',
      likes: 2,
      createTime: 1640000000000,
    },
  ],
  journal_comments: [
    { id: 9, content: '嗯', postId: 5, parentId: 0, status: 'PUBLISHED', author: '客', email: 'k@example.com' },
  ],
  links: [{ id: 1, name: '明', url: 'https://ming.example', team: '友人', description: '', logo: '' }],
  options: [
    { key: 'blog_title', value: '雨天' },
    { key: 'blog_url', value: 'https://one.example/' },
    { key: 'post_permalink_type', value: 'DAY' },
    { key: 'path_suffix', value: '.html' },
  ],
  posts: [
    {
      id: 1,
      title: '雨',
      slug: 'rain',
      status: 'PUBLISHED',
      createTime: 1640966400000,
      editTime: 1650000000000,
      topPriority: 1,
      visits: 7,
      likes: 2,
      disallowComment: true,
      summary: '摘要',
    },
    {
      id: 2,
      title: '锁',
      slug: 'locked',
      status: 'PUBLISHED',
      password: 'x',
      createTime: 1640966400000,
      originalContent: '密',
      editorType: 'MARKDOWN',
    },
    { id: 3, title: '丢', slug: 'bin', status: 'RECYCLE' },
    {
      id: 4,
      title: '草',
      slug: 'draft',
      status: 'DRAFT',
      formatContent: '<p>富</p>',
      originalContent: '<p>富</p>',
      editorType: 'RICHTEXT',
    },
  ],
  post_categories: [
    { id: 1, postId: 1, categoryId: 2 },
    { id: 2, postId: 1, categoryId: 1 },
  ],
  post_tags: [{ id: 1, postId: 1, tagId: 1 }],
  post_comments: [
    {
      id: 7,
      content: '<b>好</b>',
      postId: 1,
      parentId: 0,
      status: 'PUBLISHED',
      author: '客',
      email: 'K@example.com',
      authorUrl: 'https://k.example',
      createTime: 1641000000000,
    },
    { id: 8, content: '谢 &amp; 好', postId: 1, parentId: 7, status: 'AUDITING', isAdmin: true, author: 'x' },
  ],
  sheets: [
    { id: 6, title: '关于', slug: 'about', status: 'PUBLISHED', originalContent: '我', createTime: 1640966400000 },
  ],
  tags: [{ id: 1, name: '夜', slug: 'night' }],
  user: [{ id: 1, nickname: '林', email: 'lin@example.com', description: '写字' }],
};

test('the JSON export of Halo 1 gives posts, sheets, journals and comments, with addresses by its pattern', async () => {
  const read = await readSource('halo-data-export.json', JSON.stringify(first));
  expect([read.reader, read.fault]).toEqual(['halo1', undefined]);
  expect(read.of('site')).toEqual([{ kind: 'site', url: 'https://one.example', title: '雨天' }]);
  const [rain, locked, draft, about] = read.of('article');
  expect(rain).toMatchObject({
    key: 'posts/1',
    markdown: '# 正文',
    categories: ['天气', '散文'],
    tags: ['夜'],
    author: { name: '林' },
    pinned: true,
    commenting: 'closed',
    views: 7,
    likes: 2,
    publishedAt: 1640966400000,
    addresses: ['/2022/01/01/rain.html', '/archives/rain.html', '/?p=1'],
  });
  expect(locked).toMatchObject({ password: 'x', state: 'published', markdown: '密' });
  expect(draft).toMatchObject({ state: 'draft', markdown: '富', publishedAt: null });
  expect(about).toMatchObject({ isPage: true, addresses: ['/s/about.html', '/?p=6'] });
  expect(read.of('category').map(({ name, parent }) => [name, parent])).toEqual([
    ['散文', null],
    ['天气', '1'],
    ['圈', null],
  ]);
  expect(read.of('comment')).toMatchObject([
    {
      key: '7',
      on: { article: 'posts/1' },
      parent: null,
      markdown: '**好**',
      author: { email: 'k@example.com' },
      state: 'shown',
    },
    { key: '8', parent: '7', markdown: '谢 & 好', author: { name: '林' }, state: 'held' },
    { key: '9', on: { say: '5' } },
  ]);
  expect(read.of('say')).toMatchObject([{ text: '今天', pictures: ['/upload/sun.png'], isPublic: false, likes: 2 }]);
  expect(read.of('loss').map(({ thing, place }) => [thing, place])).toEqual([
    ['文章', '丢'],
    ['附件', '1 个'],
  ]);
});
