import { expect, test } from 'vitest';
import { freshSite } from './fresh-site.ts';
import { tokenOf } from './site.ts';
import { formOf } from './upload.ts';

const site = freshSite();

const browser = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function call(url: string, viewer: { id: number } | null = site.lin, method: 'GET' | 'POST' = 'GET') {
  const headers = { 'user-agent': browser, ...(viewer && { authorization: tokenOf(viewer) }) };
  return (await site.app.inject({ method, url, headers })).json();
}

const comment = (articleId: number, text: string) =>
  site.as(site.lin).comments.post({ body: { articleId, text, key: text } });

test('lists that go on by a cursor have pages by their number too, without gap or repetition', async () => {
  const id = await site.writes();
  for (const text of ['一', '二', '三', '四', '五']) await comment(id, text);
  for (const url of [`/v1/comment/?articleId=${id}`, '/v1/comment/getMyComment?']) {
    const pages = await Promise.all([1, 2, 3, 99].map((pageNo) => call(`${url}&pageNo=${pageNo}&pageSize=2`)));
    expect(pages.map(({ data }) => data.records.length)).toEqual([2, 2, 1, 0]);
    expect(new Set(pages.flatMap(({ data }) => data.records.map((one: { id: number }) => one.id))).size).toBe(5);
    expect(pages[0].data).toMatchObject({ total: 5, pages: 3, pageNo: 1, pageSize: 2 });
  }
  expect(await call(`/v1/comment/?articleId=${id}&pageNo=2&after=1-2`)).toMatchObject({
    code: 400,
    message: '页码与翻页标记只能给一个',
  });
});

test('the rooms of the chat and the notices have pages by their number', async () => {
  const [group] = (await site.as(site.lin).chat.rooms()).data;
  for (const text of ['一', '二', '三'])
    await site.as(site.lin).chat.send({ body: { roomId: group?.id ?? 0, text, key: text } });
  for (const url of ['/v1/im/?', `/v1/im/selectUserImHistory?roomId=${group?.id}&`]) {
    const [newest, oldest, none] = await Promise.all([1, 2, 9].map((no) => call(`${url}pageNo=${no}&pageSize=2`)));
    expect(newest.data).toMatchObject({ total: 3, pages: 2, pageNo: 1, pageSize: 2 });
    expect([newest, oldest, none].map(({ data }) => data.records.length)).toEqual([2, 1, 0]);
    expect(oldest.data.records[0].id).toBeLessThan(newest.data.records[0].id);
  }
  const id = await site.writes();
  await site.as(site.ming).comments.post({ body: { articleId: id, text: '好', key: 'a' } });
  expect((await call('/v1/im/getMessageNotice?type=1&pageNo=1')).data).toMatchObject({
    total: 1,
    pages: 1,
    pageSize: 20,
  });
  expect((await call('/v1/im/getMessageNotice?type=1&pageNo=2')).data).toMatchObject({ records: [], total: 1 });
});

test('without an id the call means oneself, and a visitor has to name one', async () => {
  expect((await call('/v1/user/info')).data).toMatchObject({ id: site.lin.id });
  await site.writes();
  expect((await call('/v1/user/getUserCount')).data).toMatchObject({ articles: 1 });
  expect((await call('/v1/article/selectArticleByUserId')).data).toMatchObject({ total: 1 });
  for (const url of ['/v1/user/info', '/v1/user/getUserCount', '/v1/article/selectArticleByUserId'])
    expect(await call(url, null)).toMatchObject({ code: 400, message: '请给出用户编号，或先登录' });
});

test('other names of collecting and signing in do the same', async () => {
  const id = await site.writes();
  expect((await call(`/v1/collect/collect?articleId=${id}`)).data).toEqual({ collected: true, collects: 1 });
  expect((await call('/v1/sign/', site.lin, 'POST')).data).toMatchObject({ today: true });
  expect((await call('/v1/sign/')).data).toMatchObject({ total: 1 });
});

test('a file is taken whatever its field is called', async () => {
  const sharp = (await import('sharp')).default;
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#b5402d' } })
    .png()
    .toBuffer();
  const { headers, payload } = await formOf({ bytes, field: 'multipartFile' });
  const answer = await site.app.inject({
    method: 'POST',
    url: '/file/upload',
    headers: { ...headers, authorization: tokenOf(site.lin) },
    payload,
  });
  expect(answer.json()).toMatchObject({ code: 200, data: { width: 9 } });
});

test('a client that only asks for the text is counted as a reader, once, and a program is not', async () => {
  const id = await site.writes();
  const views = async () => {
    await site.visits.flush();
    return (await site.as(null).articles.info({ query: { id } })).views;
  };
  await call(`/v1/article/info?id=${id}`);
  await call(`/v1/article/info?id=${id}`);
  await site.app.inject({ url: `/v1/article/info?id=${id}`, headers: { 'user-agent': 'curl/8.0' } });
  expect(await views()).toBe(1);
  await call(`/v1/article/info?id=${id}`);
  expect(await views()).toBe(1);
});
