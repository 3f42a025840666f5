import { homeSectionNames } from '@mojian/contract/core/home-sections';
import { dayLength } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, type Settings, saveSettings } from '../../core/settings/settings.ts';
import { showHome } from './home.ts';

const site = freshSite();

const home = () => site.as(null).home.show();
const numbers = [1, 2, 3, 4, 5, 6, 7];

async function chooses(change: Partial<Settings['home']>) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'home', change));
  forgetSettings(site.db);
}

const says = (values: object) =>
  site.db
    .insertInto('says')
    .values({ authorId: site.owner.id, text: '', html: '', createdAt: Date.now(), ...values })
    .returning('id')
    .executeTakeFirstOrThrow();

const comments = (articleId: number, text: string, values: object = {}) =>
  site.db
    .insertInto('comments')
    .values({
      articleId,
      authorId: site.ming.id,
      text,
      html: `<p>${text}</p>`,
      createdAt: Date.now() - dayLength,
      removedAt: null,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('an empty site has an empty front page, with its sections in the usual order', async () => {
  expect(await home()).toEqual({
    layout: {
      beside: 'say',
      sections: homeSectionNames.filter((name) => name !== 'neighbours'),
      count: 9,
      wide: true,
      side: true,
    },
    lead: null,
    featured: [],
    recommended: [],
    says: [],
    sheet: null,
    photos: [],
    series: [],
    ago: [],
    reader: null,
    comments: [],
    neighbours: [],
    tags: [],
    counts: { articles: 0, categories: 0, tags: 0, series: 0, pinned: 0 },
  });
});

test('the lead is the newest, the pinned or the chosen article, and the newest where the choice is not public', async () => {
  for (const number of numbers) await site.writes({ title: `第${number}篇`, publishedAt: number });
  const chosen = await site.writes({ title: '旧文', publishedAt: 0 });
  const draft = await site.writes({ title: '草稿', state: 'draft' });
  const lead = async () => (await home()).lead?.title;
  expect(await lead()).toBe('第7篇');

  await chooses({ lead: 'pinned' });
  expect(await lead()).toBe('第7篇');
  await site.writes({ title: '置顶', pinned: true, publishedAt: -1 });
  expect(await lead()).toBe('置顶');
  await chooses({ lead: 'chosen', article: chosen });
  expect(await lead()).toBe('旧文');
  await chooses({ lead: 'chosen', article: draft });
  expect(await lead()).toBe('第7篇');
});

test('sections stand in the owner’s order, and those switched off are not read', async () => {
  await chooses({
    sections: [
      { name: 'tags', on: true },
      { name: 'new', on: false },
    ],
    count: '5',
    wide: false,
    side: false,
  });
  const { layout } = await home();
  expect(layout).toMatchObject({ count: 5, wide: false, side: false });
  expect(layout.sections).toEqual(['tags', 'says', 'picks', 'photos', 'series', 'ago', 'reader']);

  await chooses({ sections: [{ name: 'picks', on: false }] });
  await site.writes({ title: '精选', featured: true });
  expect((await home()).featured).toEqual([]);
});

test('a feature that is off takes its sections and its words along', async () => {
  await says({ html: '<p>说说</p>' });
  expect((await home()).sheet).not.toBeNull();
  await site.turn({ says: false, series: false, comments: 'hidden' });
  const { layout, sheet, says: shown } = await home();
  expect([sheet, shown]).toEqual([null, []]);
  expect(layout.sections).toEqual(['new', 'picks', 'photos', 'ago', 'tags']);
});

test('featured are the articles the owner chose', async () => {
  for (const number of numbers) await site.writes({ title: `第${number}篇`, publishedAt: number });
  await site.writes({ title: '选中的旧文', featured: true, publishedAt: 0 });
  await site.writes({ title: '选中的草稿', featured: true, state: 'draft' });
  expect((await home()).featured.map(({ title }) => title)).toEqual(['选中的旧文']);
});

test('recommended are those chosen by hand, then the most read', async () => {
  for (const number of numbers) await site.writes({ title: `第${number}篇` });
  await site.writes({ title: '推荐', recommended: true });
  for (const number of [3, 5])
    await site.db
      .updateTable('articles')
      .set({ views: number * 10 })
      .where('title', '=', `第${number}篇`)
      .execute();
  const { recommended } = await home();
  expect(recommended.slice(0, 5).map(({ title }) => title)).toEqual(['推荐', '第5篇', '第3篇', '第7篇', '第6篇']);
  expect(recommended[1]?.views).toBe(50);
});

test('only public says are shown, the newest six', async () => {
  for (const number of [0, ...numbers])
    await says({
      html: `<p><b>第${number}句</b></p>`,
      createdAt: number,
      isPublic: number === 7 ? 0 : 1,
      state: number === 6 ? 'held' : 'shown',
    });
  const { says: shown } = await home();
  expect(shown.map(({ text }) => text)).toEqual(['第5句', '第4句', '第3句', '第2句', '第1句', '第0句']);
  expect(shown[0]).toMatchObject({ createdAt: '1970-01-01T00:00:00.005Z', author: { nickname: '站长' } });
});

test('the sheet has the newest say of three days, in columns where it can be set so', async () => {
  const sheet = async () => (await home()).sheet;
  await says({ html: '<p>四天前</p>', createdAt: Date.now() - 4 * dayLength });
  expect(await sheet()).toBeNull();
  const columns = async (html: string, more = {}) => {
    await says({ html, ...more });
    return (await sheet())?.vertical;
  };
  expect(await columns('<p>两天前</p>', { createdAt: Date.now() - 2 * dayLength })).toBe(true);
  expect(await columns(`<p>${'字'.repeat(96)}</p>`)).toBe(true);
  expect(await columns(`<p>${'字'.repeat(97)}</p>`)).toBe(false);
  expect(await columns('<p>用 SQL 写</p>')).toBe(true);
  expect(await columns('<p>用 SQLite 写</p>')).toBe(false);
  expect(await columns('<p>看<a href="https://a.example/">这里</a></p>')).toBe(false);
  expect(await columns(`<p>${Array.from('一二三四五六').join('<br>')}</p>`)).toBe(false);
  const pictures = JSON.stringify([{ url: '/files/ab/x.webp', width: 3, height: 2 }]);
  expect(await columns('<p>有图</p>', { pictures })).toBe(false);
  expect((await sheet())?.picture).toEqual({ url: '/files/ab/x.webp', width: 3, height: 2 });

  await chooses({ beside: 'term' });
  expect(await sheet()).toBeNull();
});

test('only visible comments on listed articles are shown', async () => {
  const listed = await site.writes({ title: '公开' });
  const draft = await site.writes({ title: '草稿', state: 'draft' });
  for (const number of numbers) await comments(listed, String(number), { createdAt: number });
  await comments(draft, '8', { createdAt: 8 });
  await comments(listed, '9', { createdAt: 9, removedAt: 10 });

  const { comments: shown } = await home();
  expect(shown.map(({ text }) => text)).toEqual(['7', '6', '5', '4', '3']);
  expect(shown[0]).toMatchObject({ nickname: '阿明', article: { id: listed, title: '公开' } });
});

test('comments that their article hides are not shown on the front page either', async () => {
  const hiding = await site.writes({ title: '不显示评论', commenting: 'hidden' });
  const closed = await site.writes({ title: '只读', commenting: 'closed' });
  await comments(hiding, '藏着的，也够长，可以当作读者说的一段');
  await comments(closed, '看得到的');
  const { comments: shown, reader } = await home();
  expect([shown.map(({ text }) => text), reader]).toEqual([['看得到的'], null]);
});

test('the day’s quotation is a public comment of a reader, twelve to ninety characters long, of the last thirty days', async () => {
  const article = await site.writes({ title: '写着的' });
  const fitting = '这一句刚好有十二个字长呢';
  await comments(article, '十一个字的话太短了不要');
  await comments(article, '字'.repeat(91));
  await comments(article, fitting, { state: 'held' });
  await comments(article, fitting, { removedAt: 1 });
  await comments(article, fitting, { authorId: site.owner.id });
  await comments(article, fitting, { createdAt: Date.now() - 32 * dayLength });
  await comments(article, fitting, { createdAt: Date.now() + dayLength });
  expect((await home()).reader).toBeNull();

  const { id } = await comments(article, fitting, { place: '绍兴' });
  const { reader, comments: others } = await home();
  expect(reader).toMatchObject({ id, text: fitting, nickname: '阿明', place: '绍兴', article: { title: '写着的' } });
  expect(others.map((one) => one.id)).not.toContain(id);
});

test('the quotation stays for the day, whatever is written or deleted, and is another on some other day', async () => {
  const article = await site.writes({});
  const ids: number[] = [];
  for (const number of numbers) ids.push((await comments(article, `第${number}条读者写下的十分长的评论`)).id);
  const at = async (day: number) => (await showHome(site.db, undefined, Date.now() + day * dayLength)).reader?.id;
  const today = await at(0);
  expect(ids).toContain(today);
  await comments(article, '今天新写的一条足够长的评论', { createdAt: Date.now() });
  const other = ids.find((id) => id !== today) ?? 0;
  await site.db.updateTable('comments').set({ removedAt: 1 }).where('id', '=', other).execute();
  expect(await at(0)).toBe(today);
  const days = await Promise.all(numbers.map(at));
  expect(new Set(days).size).toBeGreaterThan(1);
});

test('this day of former years shows an article or else a say of each, and no other day', async () => {
  const noon = Date.parse('2026-11-28T12:00:00+08:00');
  const at = (date: string) => Date.parse(`${date}+08:00`);
  await site.writes({ title: '去年今天', publishedAt: at('2025-11-28T00:00:00') });
  await site.writes({ title: '去年昨天', publishedAt: at('2025-11-27T23:59:59') });
  await site.writes({ title: '去年明天', publishedAt: at('2025-11-29T00:00:00') });
  await site.writes({ title: '去年的草稿', state: 'draft', publishedAt: at('2025-11-28T08:00:00') });
  await says({ html: '<p>同一天的说说</p>', createdAt: at('2025-11-28T09:00:00') });
  await says({ html: '<p>三年前的说说</p>', place: '湖州', createdAt: at('2023-11-28T23:59:59') });
  await says({ html: '<p>藏着的</p>', isPublic: 0, createdAt: at('2022-11-28T09:00:00') });
  await site.writes({ title: '五年前', publishedAt: at('2021-11-28T10:00:00') });
  await site.writes({ title: '六年前', publishedAt: at('2020-11-28T10:00:00') });

  const { ago } = await showHome(site.db, undefined, noon);
  expect(ago.map(({ year, article, say }) => [year, article?.title ?? say?.text])).toEqual([
    [2025, '去年今天'],
    [2023, '三年前的说说'],
    [2021, '五年前'],
  ]);
  expect((await showHome(site.db, undefined, noon + dayLength)).ago.map(({ article }) => article?.title)).toEqual([
    '去年明天',
  ]);
});

test('29 February looks back to leap years only', async () => {
  await site.writes({ title: '闰年', publishedAt: Date.parse('2024-02-29T12:00:00+08:00') });
  await site.writes({ title: '平年', publishedAt: Date.parse('2027-03-01T12:00:00+08:00') });
  const { ago } = await showHome(site.db, undefined, Date.parse('2028-02-29T12:00:00+08:00'));
  expect(ago.map(({ year, article }) => [year, article?.title])).toEqual([[2024, '闰年']]);
});

const pictures = (keys: string[]) =>
  JSON.stringify(keys.map((key) => ({ url: `/files/${key}`, width: 300, height: 200 })));
const keyOf = (number: number) => `ab/${String(number).repeat(32).slice(0, 32)}.webp`;

const storesPicture = (number: number) =>
  site.db
    .insertInto('files')
    .values({ key: keyOf(number), type: 'image/webp', width: 400, height: 500, bytes: 1, createdAt: 1 })
    .execute();

test('pictures come from public says and from covers, newest first, from five on', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await storesPicture(number);
  await says({ html: '<p>两张</p>', pictures: pictures([keyOf(1), keyOf(2)]), createdAt: 10 });
  await says({ html: '<p>藏着</p>', isPublic: 0, pictures: pictures([keyOf(6)]), createdAt: 90 });
  await says({ html: '<p>没有图</p>', createdAt: 95 });
  await says({ html: '<p>一张</p>', pictures: pictures([keyOf(3)]), createdAt: 30 });
  await site.writes({ title: '有封面', cover: `/files/${keyOf(4)}`, publishedAt: 20 });
  expect((await home()).photos).toEqual([]);
  await site.writes({ title: '草稿', state: 'draft', cover: `/files/${keyOf(6)}`, publishedAt: 80 });
  const article = await site.writes({ title: '新封面', cover: `/files/${keyOf(5)}`, publishedAt: 40 });

  const { photos } = await home();
  expect(photos.map(({ caption }) => caption)).toEqual(['新封面', '一张', '有封面', '两张', '两张']);
  expect(photos[0]).toMatchObject({ width: 400, height: 500, of: { kind: 'article', id: article } });
  expect(photos[1]).toMatchObject({ width: 300, height: 200, path: expect.stringMatching(/^\/say\?id=\d+$/) });
});

test('the first photograph of a text is among the pictures, unless it is locked, private or not published', async () => {
  const picture = (number: number) => `![](/files/${keyOf(number)})`;
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await storesPicture(number);
  for (const number of [1, 2, 3, 4, 5])
    await site.writes({ title: `第 ${number} 篇`, markdown: picture(number), publishedAt: number });
  await site.writes({ title: '锁着', markdown: `字\n\n<!-- more -->\n\n${picture(6)}`, readType: 4, publishedAt: 60 });
  await site.writes({ title: '自己的', markdown: picture(7), readType: 5, publishedAt: 70 });
  await site.writes({ title: '草稿', state: 'draft', markdown: picture(8), publishedAt: 80 });
  const { photos } = await home();
  expect(photos.map(({ caption }) => caption)).toEqual(['第 5 篇', '第 4 篇', '第 3 篇', '第 2 篇', '第 1 篇']);
});

test('a series shows its last articles and their places, the last updated series first', async () => {
  const series = async (name: string) =>
    (
      await site.db
        .insertInto('series')
        .values({ authorId: site.owner.id, name, createdAt: 1, updatedAt: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [first, second] = [await series('旧的'), await series('新的')];
  await series('空的');
  const write = async (seriesId: number, seriesPosition: number, publishedAt: number) => {
    const id = await site.writes({ title: `${seriesId}之${seriesPosition}`, publishedAt });
    await site.db.updateTable('articles').set({ seriesId, seriesPosition }).where('id', '=', id).execute();
  };
  await write(first, 1, 1);
  await write(first, 2, 2);
  await write(second, 1, 3);
  const { series: shelf, counts } = await home();
  expect(shelf.map(({ name, articles }) => [name, articles])).toEqual([
    ['新的', 1],
    ['旧的', 2],
  ]);
  expect(shelf[1]?.newest.map(({ title, number }) => [title, number])).toEqual([
    [`${first}之2`, 2],
    [`${first}之1`, 1],
  ]);
  expect(counts.series).toBe(2);
});

test('tags are shown from eight on', async () => {
  await site.writes({ tags: ['一', '二', '三'] });
  await site.writes({ tags: ['四', '五', '六', '七'] });
  expect((await home()).tags).toEqual([]);
  await site.writes({ tags: ['八'] });
  expect((await home()).tags).toHaveLength(8);
});

test('counts include public items only', async () => {
  await site.writes({ category: '四时', tags: ['雨', '春'] });
  await site.writes({ category: '四时', tags: ['雨'] });
  await site.writes({ category: '密', tags: ['密'], state: 'draft' });
  expect((await home()).counts).toMatchObject({ articles: 2, categories: 1, tags: 2 });
  expect(await site.as(null).tags.list()).toMatchObject([
    { name: '雨', articles: 2 },
    { name: '春', articles: 1 },
  ]);
});

test('categories come in the owner’s order', async () => {
  await site.writes({ category: '后' });
  await site.writes({ category: '先' });
  await site.db.updateTable('categories').set({ position: 1, intro: '说明' }).where('name', '=', '后').execute();
  expect(await site.as(null).categories.list()).toMatchObject([
    { name: '先', intro: '', articles: 1 },
    { name: '后', intro: '说明', articles: 1 },
  ]);
});

test('the owner sees unsaved settings by a ticket, which opens nothing for those without it', async () => {
  await site.writes({ tags: ['一'] });
  const office = site.office(site.owner).home;
  const { ticket } = await office.preview({ body: { value: { count: '14', beside: 'term' } } });
  const shown = await site.as(null).home.preview({ query: { ticket } });
  expect(shown.layout).toMatchObject({ count: 14, beside: 'term' });
  expect((await home()).layout).toMatchObject({ count: 9, beside: 'say' });

  await expect(site.as(null).home.preview({ query: { ticket: 'a'.repeat(43) } })).rejects.toMatchObject({
    id: 'not-found',
  });
  await expect(office.preview({ body: { value: { count: '7' } } })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'home.count',
  });
  await expect(
    office.preview({ body: { value: { sections: [{ name: 'nowhere', on: true }] } } }),
  ).rejects.toMatchObject({ id: 'invalid-input', field: 'home.sections.0.name' });
  await expect(site.office(site.ming).home.preview({ body: { value: {} } })).rejects.toMatchObject({
    id: 'not-allowed',
  });
});

test('the office counts what each section could show, on or off', async () => {
  await chooses({ sections: [{ name: 'tags', on: false }] });
  const article = await site.writes({ title: '一篇', tags: ['一', '二'], pinned: true });
  await comments(article, '这一句刚好有十二个字长呢');
  const contents = await site.office(site.owner).home.contents();
  expect(contents.counts).toMatchObject({ new: 1, photos: 0, series: 0, ago: 0, reader: 1, tags: 2 });
  expect(contents).toMatchObject({ newest: { id: article }, pinned: { id: article }, chosen: null, hasSheet: false });
});
