import { storableText } from '@mojian/markdown/storable-text';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeZip } from '../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../test/read-source.ts';

const words = z.string().refine((text) => storableText(text) === text, 'is no text that is stored');
const moment = z.int().min(-1e15).max(1e15).nullable();
const count = z.int32().min(0);
const author = z.object({ name: words, email: words, website: words });
const state = z.enum(['published', 'draft', 'private', 'held']);

/** Every item as form.ts promises it to the writer. */
const item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site'), url: words, title: words }),
  z.object({ kind: z.literal('loss'), thing: words.min(1), place: words, reason: words.regex(/\p{Script=Han}/u) }),
  z.object({ kind: z.literal('person'), key: words, ...author.shape, intro: words, createdAt: moment }),
  z.object({
    kind: z.literal('category'),
    key: words,
    name: words,
    parent: words.nullable(),
    intro: words,
    addresses: z.array(words),
  }),
  z.object({ kind: z.literal('tag'), key: words, name: words, addresses: z.array(words) }),
  z.object({
    kind: z.literal('article'),
    key: words.min(1),
    isPage: z.boolean(),
    title: words,
    markdown: words,
    summary: words,
    state,
    hasPassword: z.boolean(),
    password: words.optional(),
    author: author.nullable(),
    categories: z.array(words.min(1)),
    tags: z.array(words.min(1)),
    cover: words,
    slug: words,
    description: words,
    keywords: words,
    publishedAt: moment,
    updatedAt: moment,
    pinned: z.boolean().optional(),
    commenting: z.enum(['open', 'closed', 'hidden']).optional(),
    views: count,
    likes: count,
    addresses: z.array(words),
    base: words,
    warnings: z.array(words),
    readType: z.int().optional(),
    sourceUrl: words.optional(),
    isDateGuessed: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('comment'),
    key: words,
    on: z.union([z.object({ article: words }), z.object({ address: words, title: words }), z.object({ say: words })]),
    parent: words.nullable(),
    author,
    markdown: words,
    createdAt: moment,
    state: z.enum(['shown', 'held', 'spam', 'removed']),
    likes: count,
    pinned: z.boolean(),
    device: words,
    agent: words.optional(),
  }),
  z.object({
    kind: z.literal('message'),
    key: words,
    author,
    text: words,
    createdAt: moment,
    state: z.enum(['shown', 'held']),
  }),
  z.object({
    kind: z.literal('say'),
    key: words,
    author: author.nullable(),
    text: words,
    pictures: z.array(words),
    createdAt: moment,
    isPublic: z.boolean(),
    likes: count,
  }),
  z.object({ kind: z.literal('link'), key: words, group: words, name: words, url: words, intro: words, avatar: words }),
  z.object({ kind: z.literal('redirect'), from: words, to: words }),
]);

type Json = unknown;

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;
const manyKeys = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));

/** Values that no field expects, and names that every object has. */
const wrong: Json[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  'a\0b',
  '\ud800',
  'a\u0007\ufffeb',
  'constructor',
  '__proto__',
  'toString',
  '0000-00-00 00:00:00',
  '雨'.repeat(500),
  [],
  [null],
  ['雨', {}, [1]],
  {},
  { constructor: 1, toString: 2 },
  JSON.parse('{"__proto__":{"title":"x"}}'),
  nested(100),
  manyKeys,
];

/** Ways to every value inside. */
function waysIn(value: Json): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...waysIn(inner).map((way) => [name, ...way])]);
}

function replaced(value: Json, [name, ...rest]: string[], by: Json): Json {
  if (name === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(copy, { [name]: replaced((value as Record<string, Json>)[name], rest, by) });
}

/** Each row with each field of each wrong type, named apart by `rename`, and the row itself at the end. */
function variants<Row>(row: Row, rename: (row: Row, number: number) => Row): Json[] {
  const all = waysIn(row).flatMap((way) =>
    wrong.map((by) => (number: number) => replaced(rename(row, number), way, by)),
  );
  return [...all.map((make, number) => make(number)), row];
}

const withId = (name: string) => (row: object, number: number) => ({ ...row, [name]: `v${number}` });

/** Reads a file and tells what of it is not as promised. */
async function faultsOf(name: string, content: string | Uint8Array) {
  const { items, fault } = await readSource(name, content);
  const faults = items.flatMap((one) => {
    const { error } = item.safeParse(one);
    return error
      ? [`${one.kind}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join()}`]
      : [];
  });
  const isPlain = fault === undefined || (/\p{Script=Han}/u.test(fault) && !/Error|undefined/.test(fault));
  return { faults: [...new Set(faults)].slice(0, 20), fault: isPlain ? undefined : fault, count: items.length };
}

const sound = (count = expect.any(Number)) => ({ faults: [], fault: undefined, count });

const ghostRows: Record<string, object> = {
  tags: { id: 't1', name: '雨', slug: 'rain', description: '雨水', visibility: 'public' },
  users: {
    id: 'u1',
    name: '小林',
    slug: 'lin',
    email: 'lin@example.com',
    website: 'https://lin.example',
    bio: '人',
    created_at: '2024-05-01T00:00:00.000Z',
  },
  posts_tags: { id: '1', post_id: 'p1', tag_id: 't1', sort_order: 0 },
  posts_authors: { id: '1', post_id: 'p1', author_id: 'u1', sort_order: 0 },
  posts_meta: {
    id: '1',
    post_id: 'p1',
    meta_description: '说明',
    feature_image: '/a.png',
    feature_image_caption: '图',
  },
  settings: { id: '1', key: 'permalinks', value: '/{constructor}/:slug/' },
  posts: {
    id: 'p1',
    title: '雨',
    slug: 'rain',
    mobiledoc: JSON.stringify({
      sections: [[1, 'p', [[0, [0], 1, '词']]]],
      markups: [['a', ['href', 'b']]],
      cards: [['x', {}]],
      atoms: [],
    }),
    lexical: null,
    html: '<p>雨</p>',
    markdown: '雨',
    type: 'post',
    status: 'published',
    visibility: 'public',
    page: 0,
    featured: 1,
    feature_image: '/c.png',
    canonical_url: 'https://a.example',
    custom_excerpt: '一场雨',
    codeinjection_head: '',
    author_id: 'u1',
    created_at: '2024-05-01T00:00:00.000Z',
    updated_at: '2024-05-01T00:00:00.000Z',
    published_at: '2024-05-01T00:00:00.000Z',
  },
  comments: {
    id: 'c1',
    post_id: 'p1',
    member_id: 'm1',
    parent_id: null,
    html: '<p>好</p>',
    status: 'published',
    created_at: '2024-05-01T00:00:00.000Z',
  },
  members: { id: 'm1', name: '读者', email: 'a@example.com' },
};
const ghostFile = (data: Json) => JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5' }, data }] });

describe('Ghost', () => {
  test('every field of every table with every wrong type', async () => {
    const data = Object.fromEntries(
      Object.entries(ghostRows).map(([name, row]) => [name, variants(row, withId('id'))]),
    );
    expect(await faultsOf('ghost.json', ghostFile(data))).toEqual(sound());
  });

  test('every part of the editors’ documents with every wrong type', async () => {
    const lexical = {
      root: {
        children: [
          { type: 'paragraph', children: [{ type: 'extended-text', text: '雨', format: 1 }] },
          { type: 'list', listType: 'number', start: 2, children: [{ type: 'listitem', checked: true, children: [] }] },
          { type: 'image', src: '/a.png', alt: '图', caption: '说' },
          { type: 'bookmark', url: 'https://a.example', metadata: { title: '题', description: '述' } },
          { type: 'gallery', images: [{ src: '/a.png', alt: '' }] },
          { type: 'codeblock', code: 'a', language: 'js' },
          { type: 'callout', calloutText: '注意', calloutEmoji: '💡' },
          { type: 'toggle', heading: '题', content: '文' },
          { type: 'embed', html: '<p>a</p>', url: 'https://a.example' },
          { type: 'markdown', markdown: '雨' },
        ],
      },
    };
    const mobiledoc = {
      sections: [
        [1, 'p', [[0, [0], 1, '词']]],
        [3, 'ul', [[[0, [], 0, '项']]]],
        [10, 0],
      ],
      markups: [['a', ['href', 'b']]],
      cards: [['image', { src: '/a.png' }]],
      atoms: [['soft-return', '']],
    };
    const posts = [
      ...variants(lexical, (whole) => whole).map((one) => ({ lexical: JSON.stringify(one) })),
      ...variants(mobiledoc, (whole) => whole).map((one) => ({ mobiledoc: JSON.stringify(one) })),
    ].map((body, number) => ({ ...ghostRows.posts, mobiledoc: null, ...body, id: `v${number}` }));
    expect(await faultsOf('ghost.json', ghostFile({ posts }))).toEqual(sound());
  });

  test.each(wrong.map((by, number) => [number, by] as const))(
    'tables that are none, and names of every object: %s',
    async (_, by) => {
      const data = {
        ...Object.fromEntries(Object.keys(ghostRows).map((name) => [name, by])),
        constructor: [by],
        toString: [by],
        posts: [ghostRows.posts],
      };
      const own = ghostFile(data).replace('"constructor"', '"__proto__":[1],"__defineGetter__":[1],"constructor"');
      expect(await faultsOf('ghost.json', own)).toEqual(sound());
    },
  );
});

const halo = {
  Post: {
    plural: 'content.halo.run/posts',
    spec: {
      title: '雨',
      slug: 'rain',
      baseSnapshot: 's1',
      headSnapshot: 's1',
      releaseSnapshot: 's1',
      owner: 'lin',
      cover: '/a.png',
      pinned: true,
      allowComment: true,
      visible: 'PUBLIC',
      publish: true,
      deleted: false,
      publishTime: '2024-05-01T00:00:00Z',
      categories: ['c1'],
      tags: ['t1'],
      excerpt: { autoGenerate: false, raw: '雨' },
      htmlMetas: [{ name: 'keywords', content: '雨' }],
    },
    status: { permalink: '/archives/rain', phase: 'PUBLISHED', lastModifyTime: '2024-05-01T00:00:00Z' },
  },
  Snapshot: {
    plural: 'content.halo.run/snapshots',
    spec: { rawType: 'HTML', rawPatch: '<p>雨</p>', contentPatch: '<p>雨</p>' },
    status: {},
  },
  Category: {
    plural: 'content.halo.run/categories',
    spec: { displayName: '天气', slug: 'weather', description: '', children: ['c2'] },
    status: { permalink: '/categories/weather' },
  },
  Tag: {
    plural: 'content.halo.run/tags',
    spec: { displayName: '雨', slug: 'rain' },
    status: { permalink: '/tags/rain' },
  },
  User: {
    plural: 'users',
    spec: { displayName: '小林', email: 'lin@example.com', bio: '', registeredAt: '2024-05-01T00:00:00Z' },
    status: {},
  },
  Counter: { plural: 'metrics.halo.run/counters', visit: 3, upvote: 2, spec: {}, status: {} },
  Comment: {
    plural: 'content.halo.run/comments',
    spec: {
      raw: '好',
      content: '<p>好</p>',
      owner: { kind: 'Email', name: 'a@example.com', displayName: '甲', annotations: { website: 'https://a.example' } },
      userAgent: 'x',
      subjectRef: { kind: 'Post', name: 'p1' },
      approved: true,
      hidden: false,
      top: false,
      creationTime: '2024-05-01T00:00:00Z',
    },
    status: {},
  },
  Reply: {
    plural: 'content.halo.run/replies',
    spec: {
      raw: '好',
      content: '<p>好</p>',
      owner: { kind: 'User', name: 'lin' },
      commentName: 'c1',
      quoteReply: 'r1',
      approved: true,
    },
    status: {},
  },
  Moment: {
    plural: 'moment.halo.run/moments',
    spec: {
      content: { raw: '雨', html: '<p>雨</p>', medium: [{ type: 'PHOTO', url: '/a.png' }] },
      owner: 'lin',
      releaseTime: '2024-05-01T00:00:00Z',
      visible: 'PUBLIC',
      approved: true,
    },
    status: {},
  },
  Link: {
    plural: 'core.halo.run/links',
    spec: { displayName: '友', url: 'https://a.example', logo: '/a.png', description: '', groupName: 'g' },
    status: {},
  },
  ConfigMap: { plural: 'configmaps', data: { basic: '{"title":"旧站"}' }, spec: {}, status: {} },
  Attachment: {
    plural: 'storage.halo.run/attachments',
    spec: {},
    status: { permalink: 'https://a.example/upload/a.png' },
  },
};

describe('Halo', () => {
  const stored = (plural: string, name: string, fields: Json) => ({
    name: `/registry/${plural}/${name}`,
    data: Buffer.from(JSON.stringify(fields)).toString('base64'),
    version: 1,
  });

  test('every field of every extension with every wrong type', async () => {
    const rows = Object.entries(halo).flatMap(([kind, { plural, ...fields }]) => {
      const whole = {
        kind,
        metadata: { name: 'v', creationTimestamp: '2024-05-01T00:00:00Z', labels: {}, annotations: {} },
        ...fields,
      };
      const named = variants(whole, (row, number) => ({ ...row, metadata: { ...row.metadata, name: `v${number}` } }));
      return named.map((one, number) => stored(plural, `v${number}`, one));
    });
    const odd = [
      ...wrong,
      ...variants(stored('users', 'a', {}), (row) => row),
      stored('constructor', 'a', {}),
      stored('__proto__', 'a', {}),
    ];
    const bytes = JSON.stringify([
      ...rows,
      ...odd,
      stored('content.halo.run/snapshots', 's1', { metadata: { name: 's1' }, ...halo.Snapshot }),
    ]);
    expect(await faultsOf('halo.zip', makeZip({ name: 'extensions.data', bytes }))).toEqual(sound());
  });

  test('every field of every table of version 1 with every wrong type', async () => {
    const comment = {
      id: 1,
      postId: 1,
      parentId: 0,
      content: '好',
      status: 'PUBLISHED',
      author: '甲',
      email: 'a@example.com',
      authorUrl: 'https://a.example',
      isAdmin: false,
      createTime: 1714521600000,
      userAgent: 'x',
      topPriority: 0,
    };
    const tables: Record<string, object> = {
      categories: { id: 1, name: '天气', slug: 'weather', description: '', parentId: 0 },
      tags: { id: 1, name: '雨', slug: 'rain' },
      post_categories: { id: 1, postId: 1, categoryId: 1 },
      post_tags: { id: 1, postId: 1, tagId: 1 },
      contents: { id: 1, content: '<p>雨</p>', originalContent: '雨' },
      posts: {
        id: 1,
        title: '雨',
        slug: 'rain',
        status: 'PUBLISHED',
        editorType: 'MARKDOWN',
        originalContent: '雨',
        formatContent: '<p>雨</p>',
        summary: '',
        thumbnail: '',
        password: '',
        topPriority: 0,
        visits: 3,
        likes: 2,
        disallowComment: false,
        createTime: 1714521600000,
        editTime: 1714521600000,
      },
      journals: {
        id: 1,
        sourceContent: '雨',
        content: '<p>雨</p>',
        type: 'PUBLIC',
        likes: 1,
        createTime: 1714521600000,
      },
      links: { id: 1, name: '友', url: 'https://a.example', logo: '', description: '', team: '' },
      post_comments: comment,
      journal_comments: comment,
    };
    const options = { id: 1, key: 'post_permalink_type', value: 'constructor' };
    const all = Object.fromEntries(Object.entries(tables).map(([name, row]) => [name, variants(row, withId('id'))]));
    const user = {
      id: 1,
      nickname: '小林',
      username: 'lin',
      email: 'a@example.com',
      description: '',
      createTime: 1714521600000,
    };
    const file = {
      version: '1.6.0',
      export_date: 1,
      options: [options, ...variants(options, withId('id'))],
      user,
      ...all,
      constructor: [1],
    };
    const own = JSON.stringify(file).replace(
      '"constructor":[1]',
      '"__proto__":[1],"__defineGetter__":[1],"constructor":[1]',
    );
    expect(await faultsOf('halo.json', own)).toEqual(sound());
  });
});

describe('comment services', () => {
  const valine = {
    objectId: 'a',
    nick: '甲',
    mail: 'a@example.com',
    link: 'https://a.example',
    comment: '<p>好</p>',
    url: '/a',
    pid: 'b',
    rid: 'c',
    ua: 'x',
    like: 1,
    insertedAt: { __type: 'Date', iso: '2021-10-26T13:00:38.196Z' },
    createdAt: '2021-10-26T13:00:38.196Z',
  };
  const twikoo = {
    _id: 'a',
    nick: '甲',
    mail: 'a@example.com',
    link: 'https://a.example',
    comment: '<p>好</p>',
    url: '/a',
    href: 'https://a.example/a',
    ua: 'x',
    isSpam: false,
    pid: 'b',
    rid: 'c',
    like: ['u'],
    created: 1714521600000,
    updated: 1714521600000,
    master: true,
    top: false,
  };
  const waline = {
    objectId: 'a',
    nick: '甲',
    mail: 'a@example.com',
    link: 'https://a.example',
    comment: '好',
    url: '/a',
    pid: '',
    rid: '',
    ua: 'x',
    status: 'approved',
    like: 1,
    sticky: 0,
    insertedAt: '2021-10-26T13:00:38.196Z',
    createdAt: '2021-10-26T13:00:38.196Z',
    user_id: '1',
  };
  const artrans = {
    id: '1',
    rid: '0',
    content: '好',
    nick: '甲',
    email: 'a@example.com',
    link: '',
    ua: 'x',
    ip: '',
    created_at: '2021-10-26 13:00:38',
    updated_at: '',
    is_collapsed: 'false',
    is_pending: 'false',
    is_pinned: 'false',
    vote_up: '1',
    page_key: '/a',
    page_title: '雨',
    page_admin_only: 'false',
    site_name: '站',
    site_urls: 'https://a.example',
  };
  const list = (row: object, id: string) => JSON.stringify([row, ...variants(row, withId(id))]);

  test.each([
    ['Valine', 'valine.json', list(valine, 'objectId')],
    ['Twikoo', 'twikoo.json', list(twikoo, '_id')],
    [
      'Waline',
      'waline.json',
      JSON.stringify({
        type: 'waline',
        version: 1,
        time: 1,
        tables: ['Comment'],
        data: { Comment: variants(waline, withId('objectId')), Counter: wrong, Users: wrong },
      }),
    ],
    ['Artalk', 'artalk.artrans', list(artrans, 'id')],
  ])('every field of %s with every wrong type', async (_, name, content) => {
    expect(await faultsOf(name, content)).toEqual(sound());
  });
});

describe('GitHub', () => {
  const issue = {
    comments_url: 'https://api.github.com/repos/a/b/issues/1/comments',
    number: 1,
    title: '/a',
    body: 'https://a.example/a',
    labels: [{ name: 'Gitalk' }],
    state: 'open',
  };
  const comment = {
    issue_url: 'https://api.github.com/repos/a/b/issues/1',
    id: 1,
    body: '好',
    user: { login: 'lin' },
    created_at: '2021-10-26T13:00:38Z',
    author_association: 'OWNER',
    reactions: { '+1': 1, heart: 1 },
  };
  const answer = {
    id: 'r',
    body: '好',
    createdAt: '2021-10-26T13:00:38Z',
    isMinimized: false,
    upvoteCount: 1,
    authorAssociation: 'NONE',
    author: { login: 'lin', url: 'https://github.com/lin' },
  };
  const discussion = {
    number: 2,
    title: 'a/b',
    url: 'https://github.com/a/b/discussions/2',
    body: '# a',
    comments: { totalCount: 1, nodes: [{ ...answer, id: 'c', replies: { totalCount: 1, nodes: [answer] } }] },
  };

  test('every field of issues and their comments with every wrong type', async () => {
    const rows = [issue, ...variants(issue, withId('number')), ...variants(comment, withId('id')), ...wrong];
    expect(await faultsOf('comments.json', JSON.stringify(rows))).toEqual(sound());
  });

  test('every field of discussions with every wrong type', async () => {
    const nodes = [discussion, ...variants(discussion, (row, number) => ({ ...row, number: number + 10 })), ...wrong];
    const file = { data: { repository: { discussions: { pageInfo: {}, nodes } } } };
    expect(await faultsOf('comments.json', JSON.stringify(file))).toEqual(sound());
  });
});

describe('Yuque', () => {
  const doc = {
    id: 1,
    slug: 'rain',
    title: '雨',
    type: 'Doc',
    format: 'lake',
    body: '<p>雨</p>',
    body_asl:
      '<!doctype lake><p data-lake-id="a">雨<card type="inline" name="image" value="data:%7B%22src%22%3A%22a.png%22%7D"></card></p>',
    custom_description: '一场雨',
    cover: '/a.png',
    tags: [{ title: '雨' }],
    public: 1,
    likes_count: 1,
    first_published_at: '2021-10-26T13:00:38.000Z',
    published_at: '2021-10-26T13:00:38.000Z',
    content_updated_at: '2021-10-26T13:00:38.000Z',
    updated_at: '2021-10-26T13:00:38.000Z',
  };
  const row = { type: 'TITLE', title: '天气', uuid: 'u', url: '', level: 0 };
  const book = { name: '书', tocYml: JSON.stringify([row, { ...row, type: 'DOC', url: 'rain', level: 1 }]) };
  const entry = (name: string, value: Json) => ({ name: `book/${name}.json`, bytes: JSON.stringify(value) });
  const metaOf = (whole: Json) => entry('$meta', { meta: JSON.stringify({ book: whole }) });

  test('every field of a document with every wrong type', async () => {
    const docs = variants(doc, withId('slug')).map((one, number) => entry(`v${number}`, { doc: one }));
    const odd = wrong.flatMap((by, number) => [entry(`w${number}`, by), entry(`d${number}`, { doc: by })]);
    expect(await faultsOf('book.lakebook', makeZip(metaOf(book), ...docs, ...odd))).toEqual(sound());
  });

  test('every field of the table of contents with every wrong type', async () => {
    const rows = variants(row, withId('uuid'));
    const toc = JSON.stringify([...rows, ...rows.map((one) => ({ ...(one as object), type: 'DOC' })), ...wrong]);
    expect(await faultsOf('book.lakebook', makeZip(metaOf({ ...book, tocYml: toc }), entry('rain', { doc })))).toEqual(
      sound(),
    );
  });

  test.each(wrong.map((by, number) => [number, by] as const))('a book that is none: %s', async (_, by) => {
    const odd = [by, { meta: by }, { meta: JSON.stringify(by) }, { meta: JSON.stringify({ book: by }) }];
    for (const meta of [...odd, { meta: JSON.stringify({ book: { name: by, tocYml: by } }) }])
      expect(await faultsOf('book.lakebook', makeZip(entry('$meta', meta), entry('rain', { doc })))).toEqual(sound());
  });
});

/** Spellings of a value in a file that knows only texts. */
const spelled = wrong.map((by) => (typeof by === 'string' ? by : JSON.stringify(by)));

test('Notion: every property with every odd value', async () => {
  const names = [
    'Author',
    '作者',
    'Tags',
    '标签',
    'Category',
    '分类',
    'Date',
    '日期',
    'Updated',
    'Status',
    '状态',
    'Slug',
    'constructor',
    '__proto__',
    '雨\u0007',
  ];
  const id = (number: number) => number.toString(16).padStart(32, '0');
  const pages = names.flatMap((name) => spelled.map((by) => `# ${by}\n\n${name}: ${by}\n\n雨\n`));
  const entries = pages.map((bytes, number) => ({ name: `页 ${id(1)}/雨\u0007 ${id(number + 2)}.md`, bytes }));
  expect(await faultsOf('notion.zip', makeZip({ name: `页 ${id(1)}.csv`, bytes: 'Name\n' }, ...entries))).toEqual(
    sound(),
  );
});

test('Disqus: every element and attribute empty, missing, double or odd', async () => {
  const thread = (id: string, inside: string) => `<thread dsq:id="${id}">${inside}</thread>`;
  const fields = {
    id: '<id>/a</id>',
    link: '<link>https://a.example/a</link>',
    title: '<title>雨</title>',
    message: '<message><![CDATA[<p>好</p>]]></message>',
    createdAt: '<createdAt>2021-10-26T13:00:38Z</createdAt>',
    isDeleted: '<isDeleted>false</isDeleted>',
    isSpam: '<isSpam>false</isSpam>',
    isApproved: '<isApproved>true</isApproved>',
    author:
      '<author><email>a@example.com</email><name>甲</name><isAnonymous>true</isAnonymous><username>a</username></author>',
    thread: '<thread dsq:id="1"/>',
    parent: '<parent dsq:id="2"/>',
  };
  const escaped = [
    ...spelled,
    '&#7;',
    '&#xfffe;',
    '&#xd800;',
    '&#0;',
    '&#99999999;',
    '&nope;',
    '<b/>',
    '<![CDATA[]]>',
  ].map((by) =>
    by.includes(';') || by.startsWith('<') ? by : by.replaceAll('&', '&amp;').replaceAll('<', '&lt;').toWellFormed(),
  );
  const odd = Object.entries(fields).flatMap(([name, whole]) => {
    const others = escaped.flatMap((by) => [
      `<${name}>${by}</${name}>`,
      `<${name} dsq:id="${by.replace(/["<]/g, '')}"/>`,
      whole.replace(/>[^<>]+</g, () => `>${by}<`),
    ]);
    return ['', `<${name}/>`, whole + whole, ...others].map((by) => ({ ...fields, [name]: by }));
  });
  const records = odd.map((one, number) => {
    const all = Object.values(one).join('');
    return `${thread(`t${number}`, one.id + one.link + one.title)}<post dsq:id="p${number}">${all}</post>`;
  });
  const file = `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">${thread('1', fields.id + fields.link)}${records.join('\n')}</disqus>`;
  expect(await faultsOf('disqus.xml', file)).toEqual(sound());
});

describe('Shiyi', () => {
  const user = { user_id: '1', create_time: '2021-10-26 13:00:38' };
  const tables: Record<string, Record<string, string>> = {
    category: { id: '1', name: '天气', remark: '说明' },
    tags: { id: '1', name: '雨' },
    article: {
      id: '1',
      ...user,
      category_id: '1',
      title: '雨',
      avatar: '/a.png',
      summary: '',
      content: '<p>雨</p>',
      content_md: '雨',
      read_type: '1',
      is_stick: '1',
      is_publish: '1',
      is_original: '1',
      original_url: 'https://a.example',
      is_recommend: '1',
      is_carousel: '1',
      quantity: '3',
      keywords: 'k',
      update_time: '',
    },
    article_tag: { id: '1', article_id: '1', tag_id: '1' },
    article_like: { id: '1', article_id: '1', user_id: '1' },
    comment: {
      id: '1',
      ...user,
      article_id: '1',
      content: '好',
      reply_user_id: '1',
      parent_id: '1',
      browser: 'x',
      system: 'y',
      like_count: '1',
      is_stick: '0',
    },
    say: {
      id: '1',
      ...user,
      content: '雨',
      img_url: '/a.png,/b.png',
      is_public: '1',
      like_count: '1',
      status: '1',
      deleted: '0',
    },
    say_comment: { id: '1', ...user, say_id: '1', reply_user_id: '1', content: '好' },
    message: { id: '1', nickname: '甲', content: '好', status: '1', create_time: '2021-10-26 13:00:38' },
    friend_link: { id: '1', name: '友', url: 'https://a.example', avatar: '', info: '', status: '1', sort: '1' },
    user: {
      id: '1',
      username: 'lin',
      nickname: '小林',
      email: 'lin@example.com',
      user_info_id: '1',
      web_site: 'https://a.example',
      intro: '',
      signature: '',
      create_time: '2021-10-26 13:00:38',
    },
    user_info: { id: '1', email: 'lin@example.com', nickname: '小林', intro: '人', web_site: 'a.example' },
    web_config: { id: '1', name: '旧站', web_url: 'https://a.example/' },
  };
  const quoted = (value: Json) =>
    value === null || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : `'${(typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`;
  const sqlOf = (name: string, rows: Json[]) => {
    const columns = Object.keys(tables[name] ?? {});
    const create = `CREATE TABLE \`b_${name}\` (${columns.map((column) => `\`${column}\` text`).join(', ')});\n`;
    const insert = (row: Json) =>
      `INSERT INTO \`b_${name}\` VALUES (${columns.map((column) => quoted((row as Record<string, Json>)[column])).join(', ')});\n`;
    return create + rows.map(insert).join('');
  };

  test('every column of every table with every wrong type', async () => {
    const dump = Object.entries(tables).map(([name, row]) => sqlOf(name, [row, ...variants(row, withId('id'))]));
    const other =
      'CREATE TABLE `b_constructor` (`id` int);\nINSERT INTO `b_constructor` VALUES (1);\nCREATE TABLE `b___proto__` (`id` int);\nINSERT INTO `b___proto__` VALUES (1);\n';
    expect(await faultsOf('shiyi.sql', dump.join('') + other)).toEqual(sound());
  });
});
