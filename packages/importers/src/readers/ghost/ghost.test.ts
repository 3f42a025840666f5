import { expect, test } from 'vitest';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';

const tables = {
  posts: [
    {
      id: 'p1',
      uuid: 'u1',
      title: '雨',
      slug: 'rain',
      mobiledoc: null,
      lexical: '',
      html: '<p>看<a href="__GHOST_URL__/snow/">雪</a></p>',
      type: 'post',
      status: 'published',
      visibility: 'public',
      featured: 1,
      feature_image: '__GHOST_URL__/content/images/2024/05/c.png',
      created_at: '2024-05-01T00:00:00.000Z',
      updated_at: '2024-06-01T00:00:00.000Z',
      published_at: '2024-05-02T01:00:00.000Z',
      custom_excerpt: '一场雨',
      codeinjection_head: '<style>x</style>',
      canonical_url: 'https://first.example/rain',
    },
    { id: 'p2', title: '关于', slug: 'about', html: '<p>我</p>', type: 'page', status: 'published' },
    {
      id: 'p3',
      title: '旧页',
      slug: 'old',
      markdown: '# 旧',
      page: 1,
      status: 'published',
      published_at: 1400000000000,
    },
    { id: 'p4', title: '草', slug: 'draft', html: '', status: 'draft', visibility: 'members' },
    { id: 'p5', title: '会员', slug: 'paid', html: '<p>密</p>', status: 'published', visibility: 'paid' },
    { id: 'p6', title: '信', slug: 'mail', html: '<p>信</p>', status: 'sent' },
    {
      id: 'p7',
      title: '以后',
      slug: 'later',
      html: '<p>x</p>',
      status: 'scheduled',
      published_at: '2099-01-01T00:00:00.000Z',
    },
    { id: 'p1', title: '又一篇', slug: 'twice', html: '<p>x</p>', status: 'published' },
  ],
  posts_meta: [
    {
      id: 'm1',
      post_id: 'p1',
      meta_description: '给搜索',
      feature_image_caption: '<a href="https://p.example">摄影</a>',
    },
  ],
  posts_tags: [
    { id: '1', post_id: 'p1', tag_id: 't2', sort_order: 1 },
    { id: '2', post_id: 'p1', tag_id: 't1', sort_order: 0 },
    { id: '3', post_id: 'p1', tag_id: 't3', sort_order: 2 },
    { id: '4', post_id: 'p5', tag_id: 't2', sort_order: 0 },
    { id: '5', post_id: 'p6', tag_id: 't1', sort_order: 0 },
    { id: '6', post_id: 'p7', tag_id: 't2', sort_order: 9 },
    { id: '7', post_id: 'p7', tag_id: 't1', sort_order: 3 },
  ],
  posts_authors: [
    { id: '1', post_id: 'p1', author_id: 'a2', sort_order: 1 },
    { id: '2', post_id: 'p1', author_id: 'a1', sort_order: 0 },
  ],
  tags: [
    { id: 't1', name: '天气', slug: 'weather', visibility: 'public', description: '晴雨' },
    { id: 't2', name: '散文', slug: 'prose', visibility: 'public' },
    { id: 't3', name: '#wide', slug: 'hash-wide', visibility: 'internal' },
    { id: 't4', name: '没有文章', slug: 'none', visibility: 'public' },
  ],
  users: [
    { id: 'a1', name: '林', slug: 'lin', email: 'Lin@Example.com', website: 'https://lin.example', bio: '写字' },
    { id: 'a2', name: '明', slug: 'ming', email: 'ming@example.com' },
  ],
  settings: [{ id: 's', key: 'title', value: '雨天' }],
  members: [
    { id: 'm', email: 'x@example.com' },
    { id: 'm2', email: 'y@example.com' },
  ],
};

const exported = (data: object, meta = { exported_on: 1716000000000, version: '5.82.0' }) =>
  JSON.stringify({ db: [{ meta, data }] });

test('an export gives posts, pages, tags and authors with their addresses', async () => {
  const read = await readSource('ghost.json', exported(tables));
  expect(read).toMatchObject({ reader: 'ghost', fault: undefined });
  expect(read.of('site')).toEqual([{ kind: 'site', url: '', title: '雨天' }]);
  for (const { key, addresses } of read.of('person'))
    expect(addresses, key).toEqual([expect.stringMatching(/^\/author\/.+\/$/)]);
  const [rain, about, old, draft, paid, mail, scheduled] = read.of('article');
  expect(rain).toMatchObject({
    key: 'p1',
    isPage: false,
    title: '雨',
    markdown: '看[雪](/snow/)',
    summary: '一场雨',
    description: '给搜索',
    state: 'published',
    author: { name: '林', email: 'lin@example.com', website: 'https://lin.example' },
    categories: ['天气'],
    tags: ['散文'],
    cover: '/content/images/2024/05/c.png',
    publishedAt: Date.UTC(2024, 4, 2, 1),
    updatedAt: Date.UTC(2024, 5, 1),
    addresses: ['/rain/', '/rain/amp/'],
    isFeatured: true,
    sourceUrl: 'https://first.example/rain',
    warnings: [
      '另有作者 明，这里一篇只有一位作者',
      '题图的说明没有地方放：[摄影](https://p.example)',
      '写在这一页里的代码（code injection）没有带过来',
    ],
  });
  expect([about?.isPage, old?.isPage, old?.markdown, old?.publishedAt]).toEqual([true, true, '# 旧', 1400000000000]);
  expect(draft).toMatchObject({ state: 'draft', publishedAt: null, warnings: [] });
  expect(paid).toMatchObject({ state: 'published', readType: 4, warnings: [expect.stringContaining('登录后可读')] });
  expect(mail).toMatchObject({ state: 'private', warnings: [expect.stringContaining('只作为邮件发过')] });
  expect(scheduled).toMatchObject({
    state: 'published',
    publishedAt: Date.UTC(2099, 0, 1),
    categories: ['天气'],
    tags: ['散文'],
  });
});

test('the first tag of a post becomes its category; internal tags and unsupported things are losses', async () => {
  const read = await readSource('ghost.json', exported(tables));
  expect(read.of('category').map(({ name, addresses }) => [name, addresses])).toEqual([
    ['天气', ['/tag/weather/']],
    ['散文', []],
  ]);
  expect(read.of('tag').map(({ name, addresses }) => [name, addresses])).toEqual([
    ['散文', ['/tag/prose/']],
    ['没有文章', ['/tag/none/']],
  ]);
  expect(read.of('person').map(({ name, intro }) => [name, intro])).toEqual([
    ['林', '写字'],
    ['明', ''],
  ]);
  expect(read.of('loss').map(({ thing, place, reason }) => [thing, place, reason])).toEqual([
    ['内部标签', '#wide', '只供原来的主题使用，没有带过来'],
    ['文章', '又一篇', '编号 p1 出现了两次，用了前一篇'],
    ['订阅者', '2 条', '不会收到信；没有带过来'],
  ]);
});

test('an export without its outer list is read too', async () => {
  const read = await readSource('x.json', JSON.stringify({ meta: { exported_on: 1, version: '000' }, data: tables }));
  expect(read.of('article')).toHaveLength(7);
});

const figure = (block: string, caption: string) =>
  `<figure>\n\n${block}\n\n<figcaption>\n\n${caption}\n\n</figcaption>\n\n</figure>`;
const words = (text: string, format = 0) => ({ type: 'extended-text', text, format });

test('cards of the lexical editor become Markdown', async () => {
  const children = [
    { type: 'extended-heading', tag: 'h2', children: [words('题')] },
    {
      type: 'paragraph',
      children: [words('粗', 1), words('与'), words('码', 16), { type: 'linebreak' }, words('*星*')],
    },
    {
      type: 'list',
      listType: 'bullet',
      children: [
        { type: 'listitem', children: [words('一')] },
        {
          type: 'listitem',
          children: [
            { type: 'list', listType: 'number', start: 1, children: [{ type: 'listitem', children: [words('二')] }] },
          ],
        },
      ],
    },
    { type: 'image', src: '__GHOST_URL__/content/images/a.png', alt: '窗', caption: '<em>窗外</em>' },
    {
      type: 'gallery',
      images: [{ src: '/content/images/b.png' }, { src: '/content/images/c.png', alt: '丙' }],
      caption: '两张 <em>近景</em>',
    },
    { type: 'codeblock', language: 'ts', code: 'let a = "```";\n  b();', caption: '见<a href="/b">乙</a>' },
    { type: 'markdown', markdown: '| 甲 | 乙 |\n|---|---|\n| 1 | 2 |' },
    { type: 'horizontalrule' },
    { type: 'callout', calloutText: '<p>当心 <b>狗</b></p>', calloutEmoji: '🐕' },
    { type: 'toggle', heading: '问', content: '<p>答</p>' },
    {
      type: 'bookmark',
      url: 'https://b.example/',
      metadata: { title: '书', description: '很好', publisher: '社', author: '某_人_' },
    },
    {
      type: 'embed',
      url: 'https://www.youtube.com/watch?v=abc',
      html: '<iframe src="https://www.youtube.com/embed/abc?x=1&amp;y=2"></iframe>',
      metadata: {},
    },
    { type: 'video', src: '/content/media/v.mp4' },
    {
      type: 'file',
      src: '/content/files/f.pdf',
      fileTitle: '稿',
      fileName: 'f.pdf',
      fileSize: 1536,
      fileCaption: '两页',
    },
    { type: 'file', src: '/content/files/g.pdf', fileTitle: 'g.pdf', fileName: 'g.pdf' },
    { type: 'button', buttonText: '去', buttonUrl: 'https://go.example' },
    { type: 'paywall' },
    { type: 'signup', header: '订阅' },
    { type: 'mystery', html: '<p>未来的卡片</p>' },
  ];
  const data = {
    posts: [
      { id: '1', title: 't', status: 'published', lexical: JSON.stringify({ root: { children } }), html: '<p>旧</p>' },
    ],
  };
  const [post] = (await readSource('g.json', exported(data))).of('article');
  expect(post?.markdown).toBe(
    [
      '## 题',
      '**粗**与`码`\\\n\\*星\\*',
      '- 一\n  1. 二',
      '![窗](/content/images/a.png "窗外")',
      figure('![](/content/images/b.png)\n![丙](/content/images/c.png)', '两张 *近景*'),
      figure('````ts\nlet a = "```";\n  b();\n````', '见[乙](/b)'),
      '| 甲 | 乙 |\n|---|---|\n| 1 | 2 |',
      '---',
      '> [!NOTE]\n> 🐕 当心 **狗**',
      '::: details 问\n\n答\n\n:::',
      '> [书](https://b.example/)\n>\n> 很好\n>\n> 社 某_人\\_',
      '[视频：YouTube](https://www.youtube.com/watch?v=abc)',
      '<video controls src="/content/media/v.mp4"></video>',
      '[稿](/content/files/f.pdf)\\\n两页\\\nf.pdf 2 KB',
      '[g.pdf](/content/files/g.pdf)',
      '[去](https://go.example)',
      '<!-- more -->',
      '未来的卡片',
    ].join('\n\n'),
  );
  expect(post?.warnings).toEqual(['订阅和邮件用的卡片没有带过来', '不认识的卡片「mystery」，只留下其中的文字']);
});

test('markups, lists and cards of mobiledoc become Markdown', async () => {
  const mobiledoc = {
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: '/content/images/a.png', alt: '甲' }],
      ['code', { code: 'x', language: 'js' }],
      ['card-markdown', { markdown: '**二**' }],
      ['hr', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example']]],
    sections: [
      [1, 'h2', [[0, [], 0, '题']]],
      [
        1,
        'p',
        [
          [0, [], 0, '看'],
          [0, [0, 1], 2, '这里'],
          [1, [], 0, 0],
          [0, [], 0, '<b>'],
        ],
      ],
      [10, 0],
      [3, 'ol', [[[0, [], 0, '一']], [[0, [0], 1, '二']]]],
      [10, 1],
      [10, 2],
      [10, 3],
      [10, 99],
      [2, '/content/images/z.png'],
    ],
  };
  const data = { posts: [{ id: '1', title: 't', status: 'published', mobiledoc: JSON.stringify(mobiledoc) }] };
  const [post] = (await readSource('g.json', exported(data))).of('article');
  expect(post?.markdown).toMatch(/看(?:\*\*)?\[(?:\*\*)?这里/);
  expect(post?.markdown).toMatch(/^## 题\n\n/);
  for (const part of [
    '![甲](/content/images/a.png)',
    '1. 一\n2. **二**',
    '```js\nx\n```',
    '\n\n**二**\n\n---',
    '![](/content/images/z.png)',
  ])
    expect(post?.markdown).toContain(part);
});

test('a zip gives its pictures, redirects and address patterns', async () => {
  const zip = makeZip(
    { name: 'backup/data/ghost.json', bytes: exported(tables) },
    { name: 'backup/content/images/2024/05/c.png', bytes: 'png' },
    {
      name: 'backup/data/redirects.json',
      bytes: JSON.stringify([
        { from: '^\\/old\\/?$', to: '/rain/', permanent: true },
        { from: '/p/(\\d+)', to: '/$1/' },
      ]),
    },
    {
      name: 'backup/settings/routes.yaml',
      bytes: 'collections:\n  /:\n    permalink: /{year}/{month}/{slug}/\n    template: index\n',
    },
  );
  const read = await readSource('backup.zip', zip);
  expect(read.reader).toBe('ghost');
  expect(read.covers).toEqual({ '/content/images/2024/05/c.png': 'content/images/2024/05/c.png' });
  expect(read.findPicture('https://any.example/content/images/size/w600/2024/05/c.png?v=1')).toBe(
    'content/images/2024/05/c.png',
  );
  expect(read.findPicture('/content/images/none.png')).toBe(undefined);
  expect(read.of('redirect')).toEqual([{ kind: 'redirect', from: '/old/', to: '/rain/' }]);
  expect(read.of('loss').filter(({ thing }) => thing === '转址')).toHaveLength(1);
  expect(read.of('article')[0]?.addresses).toEqual(['/rain/', '/rain/amp/', '/2024/05/rain/', '/2024/05/rain/amp/']);
});

test('a truncated export gives its complete posts and the place where it ends', async () => {
  const whole = exported(tables);
  const read = await readSource('g.json', whole.slice(0, whole.indexOf('"p4"')));
  expect(read.of('article').map(({ key }) => key)).toEqual(['p1', 'p2', 'p3']);
  expect(read.fault).toMatch(/文件在第 \d+ 个字节处断了/);
});

test('hostile values become text or are dropped', async () => {
  const data = {
    posts: [
      {
        id: '1',
        title: '<script>a</script>\0',
        slug: '../x',
        status: 'published',
        lexical: '{"root":',
        html: '<p>a</p>',
        published_at: '0000-00-00 00:00:00',
      },
      { id: { a: 1 }, title: [] },
      7,
      {
        id: '2',
        title: null,
        status: 'x',
        lexical: JSON.stringify({ root: { children: [{ type: 'image', src: 'javascript:alert(1)' }, null, 5] } }),
      },
    ],
    posts_tags: 'none',
    tags: [null, 3],
    users: [{ id: 'u', name: 'a', email: 'not a mail', website: 'javascript:x' }],
  };
  const read = await readSource('g.json', exported(data));
  expect(read.fault).toBe(undefined);
  expect(
    read.of('article').map(({ key, title, publishedAt, markdown }) => [key, title, publishedAt, markdown]),
  ).toEqual([
    ['1', '<script>a</script>', null, 'a'],
    ['2', '', null, '![](<javascript:alert(1)>)'],
  ]);
  expect(read.of('person')).toMatchObject([{ email: '', website: '' }]);
  expect(read.of('loss').filter(({ reason }) => reason === '读不懂这一条')).toHaveLength(2);
});

test('comments of a full backup are read with their replies and members', async () => {
  const data = {
    ...tables,
    comments: [
      {
        id: 'c1',
        post_id: 'p1',
        member_id: 'm',
        parent_id: null,
        status: 'published',
        html: '<p>好</p>',
        created_at: '2024-05-03T00:00:00.000Z',
      },
      { id: 'c2', post_id: 'p1', member_id: 'm3', parent_id: 'c1', status: 'hidden', html: '<p>不好</p>' },
    ],
    members: [{ id: 'm', name: '读', email: 'x@example.com' }],
  };
  // Ghost writes its tables in the order of their names.
  const sorted = Object.fromEntries(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)));
  expect((await readSource('g.json', exported(sorted))).of('comment')).toMatchObject([
    {
      key: 'c1',
      on: { article: 'p1' },
      parent: null,
      author: { name: '读', email: 'x@example.com' },
      markdown: '好',
      state: 'shown',
    },
    { key: 'c2', parent: 'c1', author: { name: '读者', email: '' }, state: 'held' },
  ]);
});
