import type { HotType } from '@mojian/contract/pages/hot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askHotSource } from './fetch-hot.ts';
import { type Answer, openStandIn, recorded } from './stand-in.ts';

let standIn: Awaited<ReturnType<typeof openStandIn>>;

beforeAll(async () => {
  standIn = await openStandIn();
});
afterAll(() => standIn.close());

const now = () => Date.parse('2026-11-21T07:00:00Z');

function entries(type: HotType, answer: Answer) {
  standIn.answers(answer);
  return askHotSource(type, { host: standIn.url }, { now });
}

const refused = (type: HotType, answer: Answer) => expect(entries(type, answer)).rejects;

test('微博: paid and empty rows are left out, links search for the topic', async () => {
  expect(await entries('weibo', recorded('weibo'))).toEqual([
    {
      title: '一位快递员写了十年诗',
      heat: 5150234,
      url: `https://s.weibo.com/weibo?q=${encodeURIComponent('#一位快递员写了十年诗#')}`,
    },
    {
      title: '今天小雪，你那里下雪了吗',
      heat: 4590112,
      url: `https://s.weibo.com/weibo?q=${encodeURIComponent('今天小雪，你那里下雪了吗')}`,
    },
    { title: '晚稻开镰', heat: 1050000, url: `https://s.weibo.com/weibo?q=${encodeURIComponent('#晚稻开镰#')}` },
  ]);
  const { path, headers } = standIn.asked.at(-1) ?? {};
  expect(path).toBe('/ajax/side/hotSearch');
  expect(headers).toMatchObject({ referer: 'https://weibo.com/', 'user-agent': expect.stringContaining('Mozilla') });
});

test('百度: what was put on top by hand is left out, in either form of the board', async () => {
  const expected = [
    {
      title: '小雪节气怎么养生',
      heat: 6120345,
      url: `https://www.baidu.com/s?wd=${encodeURIComponent('小雪节气怎么养生')}`,
    },
    {
      title: '老房子怎么做防潮',
      heat: 3620001,
      url: `https://www.baidu.com/s?wd=${encodeURIComponent('老房子 防潮').replace('%20', '+')}`,
    },
  ];
  const board = recorded('baidu') as { data: { cards: { content: { content: object[] }[] }[] } };
  expect(await entries('baidu', board)).toEqual(expected);

  const rows = board.data.cards[0]?.content[0]?.content;
  expect(await entries('baidu', { data: { cards: [{ content: rows }] } })).toEqual(expected);
});

test('知乎: the question’s number comes from its address, exact beyond a double', async () => {
  expect(await entries('zhihu', recorded('zhihu'))).toEqual([
    {
      title: '为什么中文排版比英文难？',
      heat: 5920000,
      url: 'https://www.zhihu.com/question/2076281057649718231',
    },
    { title: '手写还有必要吗？', heat: 1880000, url: 'https://www.zhihu.com/question/61235077' },
  ]);
});

test('哔哩哔哩: only numbers of videos become links', async () => {
  expect(await entries('bilibili', recorded('bilibili'))).toEqual([
    { title: '我用一年做了一把椅子', heat: 6050321, url: 'https://www.bilibili.com/video/BV1xx411c7mD' },
    { title: '修复一台 1987 年的收音机', heat: 3390000, url: 'https://www.bilibili.com/video/BV1yy522d8eF' },
  ]);
});

test('抖音: a topic with a number has a page, one without is searched for', async () => {
  expect(await entries('douyin', recorded('douyin'))).toEqual([
    {
      title: '山里的露天电影',
      heat: 7650123,
      url: `https://www.douyin.com/search/${encodeURIComponent('山里的露天电影')}`,
    },
    { title: '外婆的竹编课', heat: 6680000, url: 'https://www.douyin.com/hot/2130001' },
    {
      title: '雪落/在瓦上?的声音',
      heat: 3590000,
      url: `https://www.douyin.com/search/${encodeURIComponent('雪落/在瓦上?的声音')}`,
    },
  ]);
});

test('今日头条: a number that arrived rounded makes no link', async () => {
  expect(await entries('toutiao', recorded('toutiao'))).toEqual([
    { title: '旧书市集重回城隍庙', heat: 28461093, url: 'https://www.toutiao.com/trending/7449000000000000001/' },
    { title: '凌晨四点的早餐铺', heat: 21000000, url: 'https://www.toutiao.com/trending/7449000000000000002/' },
  ]);
});

test('掘金: an article without a counter still has its place', async () => {
  expect(await entries('juejin', recorded('juejin'))).toEqual([
    { title: '一个文件的数据库能撑多久', heat: 524, url: 'https://juejin.cn/post/7439000000000000001' },
    { title: 'CSS 里终于有了中文空隙', heat: 419, url: 'https://juejin.cn/post/7439000000000000002' },
    { title: '给老项目写第一份测试', heat: null, url: 'https://juejin.cn/post/7439000000000000003' },
  ]);
});

test('GitHub: the new repositories of the last seven days', async () => {
  expect(await entries('github', recorded('github'))).toEqual([
    { title: 'tiny-wiki：一个文件的知识库', heat: 5061, url: 'https://github.com/xiaolin/tiny-wiki' },
    { title: 'ink-cover', heat: 436, url: 'https://github.com/aming/ink-cover' },
  ]);
  const { searchParams } = new URL(standIn.asked.at(-1)?.path ?? '', standIn.url);
  expect(searchParams.get('q')).toBe('created:>=2026-11-14');
});

test('Hacker News: by points, each leading to its discussion and never to where the story says', async () => {
  expect(await entries('hackernews', recorded('hackernews'))).toEqual([
    { title: 'SQLite in one file for ten years', heat: 311, url: 'https://news.ycombinator.com/item?id=46000001' },
    {
      title: 'Why Vec<T> and <b>bold</b> are just text',
      heat: 98,
      url: 'https://news.ycombinator.com/item?id=46000002',
    },
    { title: 'Ask HN: a question without points', heat: null, url: 'https://news.ycombinator.com/item?id=46000004' },
  ]);
});

test('a title is one line of at most 100 characters, and cannot turn its direction', async () => {
  const title = `  雨\n夹雪\u0000 \u202e${'😀'.repeat(120)}`;
  const [entry] = await entries('douyin', { word_list: [{ word: title }] });
  expect(entry?.title).toBe(`雨 夹雪 ${'😀'.repeat(94)}…`);
  expect(Array.from(entry?.title ?? '')).toHaveLength(100);
});

test('half a character neither breaks a link nor the answer', async () => {
  const [entry] = await entries('weibo', { data: { realtime: [{ word: '雨\ud83d', word_scheme: '#雨\ud83d#' }] } });
  expect(entry).toMatchObject({ title: '雨\ufffd', url: 'https://s.weibo.com/weibo?q=%23%E9%9B%A8%EF%BF%BD%23' });
});

test('heat is a number where it can be one', async () => {
  const heats = ['1,234', '9.8万', '1.2亿', '爆', '', -5, 0, {}, null, '很'.repeat(30)];
  const word_list = heats.map((hot_value, place) => ({ word: `第${place}`, hot_value }));
  expect((await entries('douyin', { word_list })).map(({ heat }) => heat)).toEqual([
    1234,
    98000,
    120000000,
    '爆',
    null,
    null,
    null,
    null,
    null,
    `${'很'.repeat(19)}…`,
  ]);
});

test('at most 50 are taken, each address once', async () => {
  const realtime = Array.from({ length: 200 }, (_, place) => ({ word: `词${Math.floor(place / 2)}`, num: place + 1 }));
  const taken = await entries('weibo', { data: { realtime } });
  expect(taken).toHaveLength(50);
  expect(taken.at(-1)).toMatchObject({ title: '词49', heat: 99 });
});

test('an answer of another form is no answer', async () => {
  await refused('bilibili', { code: -352, message: '风控校验失败', data: null }).toThrow('对方的响应无法识别');
  await refused('zhihu', { error: { code: 101, message: '身份未经过验证' } }).toThrow('对方的响应无法识别');
  await refused('weibo', { data: { realtime: {} } }).toThrow('对方的响应无法识别');
  await refused('weibo', []).toThrow('对方的响应无法识别');
  await refused('weibo', 'null').toThrow('对方的响应无法识别');
  await refused('toutiao', { data: [] }).toThrow('对方的答复里没有热搜');
  await refused('toutiao', { data: [1, null, 'x', { Title: {} }] }).toThrow('对方的答复里没有热搜');
});

test('a DailyHotApi service may only link to its source', async () => {
  standIn.answers(recorded('dailyhot-weibo'));
  expect(await askHotSource('weibo', { base: `${standIn.url}/hot/` }, { now })).toEqual([
    {
      title: '一位快递员写了十年诗',
      heat: 5150234,
      url: 'https://s.weibo.com/weibo?q=%23%E8%AF%97%23&t=31&band_rank=1&Refer=top',
    },
    { title: '晚稻开镰', heat: null, url: 'http://s.weibo.com/weibo?q=%E7%A8%BB' },
  ]);
  expect(standIn.asked.at(-1)?.path).toBe('/hot/weibo');
});

test('a story of a DailyHotApi service leads to its discussion as well', async () => {
  standIn.answers({ code: 200, data: [{ id: '46000001', title: 'SQLite', hot: 311, url: 'https://example.com/' }] });
  expect(await askHotSource('hackernews', { base: standIn.url }, { now })).toEqual([
    { title: 'SQLite', heat: 311, url: 'https://news.ycombinator.com/item?id=46000001' },
  ]);
  standIn.answers({ code: 500, message: '出错了' });
  await expect(askHotSource('hackernews', { base: standIn.url }, { now })).rejects.toThrow('对方的响应无法识别');
});
