import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSite, tokenOf } from './site.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeAll(async () => {
  site = await testSite();
  await site.writes({ category: '四时', tags: ['雨'] });
});
afterAll(() => site.close());

const get = async (url: string) => (await site.app.inject({ url })).json();
const postSay = (payload: object) =>
  site.app.inject({
    method: 'POST',
    url: '/v1/say/insertSay',
    payload,
    headers: { authorization: tokenOf(site.owner) },
  });

const notNumbers = ['0', '-1', 'abc', '1e3', '99999999999', '1.5', '0x10', ' 1', '１', '1;drop', 'NaN', 'null', "1'"];

/** Each wrong query, and the field its refusal must name, in Chinese and in extra.field. */
const refusals: [url: string, field: string, text: RegExp][] = [
  ...notNumbers.map((value): [string, string, RegExp] => [
    `/v1/article/?pageNo=${encodeURIComponent(value)}`,
    'pageNo',
    /^页码须为 1 到 100000 之间的整数$/,
  ]),
  ...[...notNumbers, '51'].map((value): [string, string, RegExp] => [
    `/v1/article/search?keyword=x&pageSize=${encodeURIComponent(value)}`,
    'pageSize',
    /^每页条数须为 1 到 50 之间的整数$/,
  ]),
  ...notNumbers.map((value): [string, string, RegExp] => [
    `/v1/article/info?id=${encodeURIComponent(value)}`,
    'id',
    /^文章编号须为 1 到 2147483647 之间的整数$/,
  ]),
  ...notNumbers.map((value): [string, string, RegExp] => [
    `/v1/article/archive?year=${encodeURIComponent(value)}`,
    'year',
    /^年份须为 1 到 9999 之间的整数$/,
  ]),
  ...['0', 'abc', '1.5', '51'].flatMap((value): [string, string, RegExp][] => [
    [`/v1/message/?pageSize=${value}`, 'pageSize', /^每页条数须为 1 到 50 之间的整数$/],
    [`/v1/say/getSayList?pageSize=${value}`, 'pageSize', /^每页条数须为 1 到 50 之间的整数$/],
  ]),
  ...['雨 夜', '#雨', '%00', '雨%0a夜'].map((value): [string, string, RegExp] => [
    `/v1/say/getSayList?topic=${value.replace('#', '%23')}`,
    'topic',
    /^话题不能为空，也不能含空格与 #$/,
  ]),
  ...notNumbers.flatMap((value): [string, string, RegExp][] => [
    [`/v1/user/info?userId=${encodeURIComponent(value)}`, 'userId', /^用户编号须为 1 到 2147483647 之间的整数$/],
    [`/v1/user/getUserCount?id=${encodeURIComponent(value)}`, 'id', /^用户编号须为/],
    [`/v1/article/selectArticleByUserId?userId=${encodeURIComponent(value)}`, 'userId', /^用户编号须为/],
    [`/v1/followed/?kind=fans&userId=${encodeURIComponent(value)}`, 'userId', /^用户编号须为/],
  ]),
  ...['', 'friends', '%20fans', 'FANS', '%00'].map((value): [string, string, RegExp] => [
    `/v1/followed/?userId=1&kind=${value}`,
    'kind',
    /^种类须为 follows 或 fans$/,
  ]),
  ['/v1/user/info', 'userId', /^请给出用户编号，或先登录$/],
  ['/v1/user/info?userId=1&userId=2', 'userId', /^用户编号须为/],
  ['/v1/user/getUserCount', 'id', /^请给出用户编号，或先登录$/],
  ['/v1/followed/?kind=fans', 'userId', /^用户编号须为/],
  ['/v1/followed/?userId=1', 'kind', /^种类须为/],
  ['/v1/followed/?userId=1&kind=fans&kind=follows', 'kind', /^种类须为/],
  ['/v1/followed/?userId=1&kind=fans&pageSize=51', 'pageSize', /^每页条数须为/],
  ['/v1/article/selectArticleByUserId', 'userId', /^请给出用户编号，或先登录$/],
  ['/v1/article/selectArticleByUserId?userId=1&pageNo=0', 'pageNo', /^页码须为/],
  [`/v1/say/getSayList?topic=${'x'.repeat(101)}`, 'topic', /^话题过长$/],
  ['/v1/say/getSayList?topic=a&topic=b', 'topic', /^话题须为文字$/],
  ['/v1/site/visitNavigation', 'id', /^站点编号须为/],
  ['/v1/site/visitNavigation?id=-1', 'id', /^站点编号须为/],
  ['/v1/article/?categoryId=x', 'categoryId', /^分类编号/],
  ['/v1/article/?tagId=-5', 'tagId', /^标签编号/],
  ['/v1/article/?sort=evil', 'sort', /^排序方式须为 new 或 hot$/],
  ['/v1/article/?sort=new&sort=hot', 'sort', /^排序方式/],
  ['/v1/article/?pageNo=1&pageNo=2', 'pageNo', /^页码/],
  ['/v1/article/info?id=1&id=2', 'id', /^文章编号/],
  ['/v1/article/info', 'id', /^文章编号/],
  ['/v1/article/info?id[]=1', 'id', /^文章编号/],
  ['/v1/article/search', 'keyword', /^关键词/],
  ['/v1/article/search?keyword=a&keyword=b', 'keyword', /^关键词/],
  ['/v1/article/search?keyword=a&typed=a&typed=b', 'typed', /^搜索的话/],
];

for (const [url, field, text] of refusals)
  test(`${url.slice(0, 80)} is refused by naming ${field}`, async () => {
    expect(await get(url)).toMatchObject({
      code: 400,
      data: null,
      message: expect.stringMatching(text),
      extra: { failure: 'invalid-input', field },
    });
  });

test('a text with far too many marks on one letter is refused before it is normalized, which would take minutes', async () => {
  const post = async (url: string, payload: object, headers = {}) =>
    (await site.app.inject({ method: 'POST', url, payload, headers })).json();
  const marks = '\u0315'.repeat(5000) + '\u0300'.repeat(5000);
  const refused = { code: 400, message: '一个字上叠了太多符号，请去掉一些' };
  expect(await post('/oauth/emailLogin', { email: `a${marks}@example.com`, password: 'x' })).toMatchObject({
    ...refused,
    extra: { field: 'email' },
  });
  const article = { key: 'marks-of-a-draft', content: { title: '雨', tags: ['春', `夏${marks}`] } };
  expect(await post('/v1/article/', article, { authorization: tokenOf(site.owner) })).toMatchObject({
    ...refused,
    extra: { field: 'content.tags.1' },
  });
  const written = { text: `ཧཱུྃ Z̷̢̛͓a͖l̴g̀o 👨‍👩‍👧 ${'e\u0301'.repeat(500)}` };
  expect(await post('/v1/say/insertSay', written, { authorization: tokenOf(site.owner) })).toMatchObject({ code: 200 });
});

test('an empty optional field of a query is one that was not given', async () => {
  const whole = await get('/v1/article/');
  expect(await get('/v1/article/?categoryId=&tagId=&sort=&pageNo=&pageSize=')).toEqual(whole);
  expect(await get('/v1/say/getSayList?topic=&id=')).toMatchObject({ code: 200 });
  expect(await get('/v1/article/info?id=')).toMatchObject({ code: 400, extra: { field: 'id' } });
});

test('numbers and booleans are taken in text wherever they stand, and texts only as texts', async () => {
  expect((await postSay({ text: '雨停了', isPublic: 'false' })).json()).toMatchObject({ code: 200 });
  expect((await postSay({ text: '雨停了', isPublic: '1' })).json()).toMatchObject({
    code: 400,
    extra: { field: 'isPublic' },
  });
  expect((await postSay({ text: 12 })).json()).toMatchObject({
    code: 400,
    message: '内容须为文字',
    extra: { field: 'text' },
  });
});

test('fields of an object’s prototype are as unknown as any other', async () => {
  const whole = await get('/v1/article/');
  expect(await get('/v1/article/?constructor=1&toString=1&__proto__=1&limit=1000&orderBy=')).toEqual(whole);
  const say = { text: '雨', constructor: 1, toString: 1, limit: 1000, orderBy: '' };
  expect((await postSay(say)).json()).toMatchObject({
    code: 400,
    message: '不认识的字段：constructor、toString、limit',
    extra: { field: 'constructor' },
  });
});

test('the largest page and the largest number are only empty', async () => {
  expect(await get('/v1/article/?pageNo=100000&pageSize=50')).toMatchObject({
    code: 200,
    data: { records: [], total: 1 },
  });
  expect(await get('/v1/article/search?keyword=春&pageNo=100000&pageSize=50')).toMatchObject({ code: 200 });
  expect(await get('/v1/article/info?id=2147483647')).toMatchObject({ code: 404 });
  for (const path of ['say/getSayList', 'message'])
    expect(await get(`/v1/${path}?pageNo=100000&pageSize=50`)).toMatchObject({ code: 200, data: { records: [] } });
  expect(await get('/v1/site/visitNavigation?id=2147483647')).toMatchObject({ code: 404 });
  for (const path of ['followed/?kind=fans&', 'article/selectArticleByUserId?'])
    expect(await get(`/v1/${path}userId=1&pageNo=100000&pageSize=50`)).toMatchObject({ data: { records: [] } });
  for (const path of ['user/info?userId', 'user/getUserCount?id', 'article/selectArticleByUserId?userId'])
    expect(await get(`/v1/${path}=2147483647`)).toMatchObject({ code: 404 });
});

test('no spelling of a query is an error of the server', async () => {
  const values = ['%00', '%', '%ff', '%ud800', '..%2f', '%27%22', '%F0%9F', '{}', '[]', '%E2%80%AE', '1'.repeat(2000)];
  const places = [
    'article/?pageNo=',
    'article/info?id=',
    'article/search?keyword=',
    'article/archive?year=',
    'report?path=',
    'say/getSayList?topic=',
    'say/getSayList?pageNo=',
    'message/?pageNo=',
    'site/visitNavigation?id=',
    'user/info?userId=',
    'user/getUserCount?id=',
    'followed/?userId=1&kind=',
    'article/selectArticleByUserId?userId=',
    'account/export/file?ticket=',
  ];
  for (const place of places)
    for (const value of values) {
      const { statusCode } = await site.app.inject({ url: `/v1/${place}${value}`, headers: { authorization: value } });
      expect(statusCode, place + value).toBeLessThan(500);
    }
});

test('with and without the trailing slash is the same call', async () => {
  for (const path of [
    '/v1',
    '/v1/article',
    '/v1/tag',
    '/v1/category',
    '/v1/article/archive/',
    '/v1/message',
    '/v1/link',
    '/v1/followed?userId=1&kind=fans',
  ])
    expect(await get(path), path).toMatchObject({ code: 200 });
});
