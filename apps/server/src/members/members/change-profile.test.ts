import { expect, test } from 'vitest';
import type { z } from 'zod';
import { freshSite } from '../../../test/fresh-site.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { callName } from '../../platform/http/calls.ts';
import { visitor } from '../../platform/http/viewer.ts';

const site = freshSite();

type Change = NonNullable<Parameters<ReturnType<typeof site.as>['members']['update']>[0]>['body'];

const change = (body: Change, viewer = site.ming) => site.as(viewer).members.update({ body });
const row = (id = site.ming.id) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const dropped = async () =>
  (await site.db.selectFrom('outbox').select('payload').execute()).map(({ payload }) => JSON.parse(payload).tags);

const key = `ab/ab${'0'.repeat(30)}.webp`;
const picture = `/files/${key}`;

async function upload(...owners: number[]) {
  const file = { key, type: 'image/webp', width: 8, height: 8, bytes: 100, createdAt: 0 };
  await site.db.insertInto('files').values(file).execute();
  for (const userId of owners) await site.db.insertInto('fileOwners').values({ key, userId, createdAt: 0 }).execute();
}

test('a member changes every profile field, and the reply is their account', async () => {
  await upload(site.ming.id);
  const profile = {
    nickname: '陈明',
    avatar: picture,
    cover: picture,
    intro: '读书。\n写字。',
    website: 'https://ming.example',
    place: '苏州',
  };
  expect(await change(profile)).toMatchObject({ id: site.ming.id, ...profile });
  expect(await row()).toMatchObject({ ...profile, nicknameKey: nicknameKey('陈明') });
  expect(await site.as(null).members.info({ query: { userId: site.ming.id } })).toMatchObject(profile);
  expect(await site.as(site.ming).sessions.byToken({ query: { token: `token-${site.ming.id}` } })).toMatchObject(
    profile,
  );
});

test('omitted fields stay, and an empty text clears a field', async () => {
  await upload(site.ming.id);
  await change({ avatar: picture, intro: '读书', website: 'http://ming.example/a?b#c', place: '苏州' });
  await change({ intro: '' });
  expect(await row()).toMatchObject({
    nickname: '阿明',
    avatar: picture,
    intro: '',
    website: 'http://ming.example/a?b#c',
    place: '苏州',
  });
  await change({ avatar: '', website: '', place: '' });
  expect(await row()).toMatchObject({ nickname: '阿明', avatar: '', website: '', place: '' });
});

test('no change, or the same once more, drops no page', async () => {
  const before = await row();
  expect(await change({})).toMatchObject({ nickname: '阿明' });
  await change({ nickname: '阿明', intro: '', avatar: '' });
  expect(await row()).toEqual(before);
  expect(await dropped()).toEqual([]);
});

test('a read-only field is refused by name, and nothing changes', async () => {
  const [lin, ming] = [await row(site.lin.id), await row()];
  const others = { id: site.lin.id, userId: site.lin.id, role: 'owner', email: 'x@y.cn', closesAt: 0 };
  const headers = { authorization: `token-${site.ming.id}` };
  const send = async (url: string, payload: object) =>
    (await site.app.inject({ method: 'PUT', url, headers, payload })).json();
  for (const [field, value] of Object.entries(others))
    expect(await send('/v1/user/', { intro: '新', [field]: value })).toMatchObject({
      code: 400,
      message: `不认识的字段：${field}`,
    });
  expect(await send(`/v1/user/?userId=${site.lin.id}`, { intro: '新' })).toMatchObject({ code: 400 });
  expect(await row(site.lin.id)).toEqual(lin);
  expect(await row()).toEqual(ming);
});

test('visitors cannot change a profile', async () => {
  await expect(site.as(null).members.update({ body: { intro: '新' } })).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.withToken('x').members.update({ body: { intro: '新' } })).rejects.toMatchObject({
    id: 'signed-out',
  });
  expect(await dropped()).toEqual([]);
});

test.each([
  ['nickname', '', '请输入昵称'],
  ['nickname', '字'.repeat(21), '昵称不能超过 20 个字'],
  ['nickname', '阿\u200b明', '昵称里不能有看不见的字符'],
  ['nickname', '阿\u0007明', '昵称里不能有看不见的字符'],
  ['nickname', '阿\0明', '昵称里不能有看不见的字符'],
  ['nickname', '阿\ud800明', '昵称里不能有看不见的字符'],
  ['nickname', '站长', '这个昵称不能使用，请换一个'],
  ['nickname', '已注销用户', '这个昵称不能使用，请换一个'],
  ['nickname', null, '请输入昵称'],
  ['intro', '字'.repeat(201), '简介不能超过 200 个字'],
  ['intro', 7, '简介须为文字'],
  ['website', 'javascript:alert(1)', '请输入正确的网址'],
  ['website', 'data:text/html,x', '请输入正确的网址'],
  ['website', 'ftp://a.cn', '请输入正确的网址'],
  ['website', 'a cn', '请输入正确的网址'],
  ['website', '/about', '请输入正确的网址'],
  ['website', `https://a.cn/${'x'.repeat(200)}`, '网址过长'],
  ['website', [], '网址须为文字'],
  ['place', '字'.repeat(21), '所在地不能超过 20 个字'],
  ['place', {}, '所在地须为文字'],
  ['avatar', 'https://evil.example/a.png', '图片须先上传'],
  ['avatar', '/files/../../etc/passwd', '图片须先上传'],
  ['avatar', picture, '图片须先上传'],
  ['cover', '//evil.example/a.png', '图片须先上传'],
  ['cover', picture, '图片须先上传'],
  ['cover', null, '图片须先上传'],
])('a wrong %s is refused by name, and nothing at all is changed: %j', async (field, value, message) => {
  const before = await row();
  const body = { intro: '新的简介', place: '新的地方', [field]: value } as Change;
  await expect(change(body)).rejects.toMatchObject({ id: 'invalid-input', field, message });
  expect(await row()).toEqual(before);
  expect(await dropped()).toEqual([]);
});

test('another member’s picture is not found', async () => {
  await upload(site.lin.id);
  await expect(change({ avatar: picture })).rejects.toMatchObject({ id: 'invalid-input', field: 'avatar' });
  expect((await row()).avatar).toBe('');
  await site.db.insertInto('fileOwners').values({ key, userId: site.ming.id, createdAt: 0 }).execute();
  expect(await change({ avatar: picture })).toMatchObject({ avatar: picture });
});

test('a taken or look-alike nickname is refused and changes nothing', async () => {
  await change({ nickname: 'Mojian' }, site.lin);
  const before = await row();
  for (const nickname of ['Mojian', 'MOJIAN', 'Mоjiаn', 'Ｍｏｊｉａｎ'])
    await expect(change({ nickname, intro: '新' })).rejects.toMatchObject({
      id: 'taken',
      field: 'nickname',
      message: '这个昵称已经有人用了',
    });
  expect(await row()).toEqual(before);
});

test('one of two concurrent requests for a nickname succeeds', async () => {
  const results = await Promise.allSettled(
    [site.lin, site.ming, site.lin, site.ming].map((viewer) => change({ nickname: '新名字' }, viewer)),
  );
  const failed = results.filter(({ status }) => status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  for (const result of failed) expect((result as PromiseRejectedResult).reason).toMatchObject({ id: 'taken' });
  const named = await site.db.selectFrom('users').select('id').where('nickname', '=', '新名字').execute();
  expect(named).toHaveLength(1);
});

test('the owner’s name is reserved, as nickname and as setting', async () => {
  await site.db
    .updateTable('users')
    .set({ nickname: 'Shen Yan', nicknameKey: null })
    .where('id', '=', site.owner.id)
    .execute();
  await site.db.transaction().execute((trx) => saveSettings(trx, 'author', { name: '沈砚' }));
  forgetSettings(site.db);
  for (const nickname of ['Shen Yan', 'shenyan', 'ЅhenYаn', '沈砚', '沈 砚'])
    await expect(change({ nickname })).rejects.toMatchObject({ id: 'taken', field: 'nickname' });
  expect((await row()).nickname).toBe('阿明');

  expect(await change({ nickname: '沈砚' }, site.owner)).toMatchObject({ nickname: '沈砚' });
  expect(await change({ nickname: '站长' }, site.owner)).toMatchObject({ nickname: '站长' });
});

test('the owner’s words are refused in a profile by field, which changes nothing; staff may use them', async () => {
  const rules = { mode: 'none' as const, mask: ['傻瓜'], hold: ['赌场'], links: 3 };
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', rules));
  forgetSettings(site.db);
  for (const [field, text] of Object.entries({ nickname: '傻 瓜', intro: '来赌场玩', place: '赌场' })) {
    const refusal = change({ intro: '无关的话', [field]: text });
    await expect(refusal).rejects.toMatchObject({
      id: 'invalid-input',
      field,
      message: expect.stringContaining('请换一个说法'),
    });
  }
  expect(await row()).toMatchObject({ nickname: '阿明', intro: '', place: '' });
  expect(await change({ intro: '来赌场玩' }, site.owner)).toMatchObject({ intro: '来赌场玩' });
});

test('HTML stays text, and characters no database stores are removed', async () => {
  const intro = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  expect(await change({ intro, place: '<b>' })).toMatchObject({ intro, place: '<b>' });
  expect(await change({ intro: '雨\0\ud800停\u0007', website: 'https://a.cn/\0' })).toMatchObject({
    intro: '雨\ufffd\ufffd停',
    website: 'https://a.cn/\ufffd',
  });
});

test('a changed name, picture or intro drops every page that shows people, the rest only one’s own', async () => {
  const own = `user:${site.ming.id}`;
  await upload(site.ming.id);
  for (const body of [{ nickname: '陈明' }, { avatar: picture }, { intro: '读书' }]) await change(body);
  expect(await dropped()).toEqual(Array(3).fill([own, 'people']));
  await site.db.deleteFrom('outbox').execute();
  for (const body of [{ cover: picture }, { place: '苏州' }, { website: 'https://a.cn' }]) await change(body);
  expect(await dropped()).toEqual(Array(3).fill([own]));
});

/** Calls that anyone may make and whose replies hold somebody's name: their pages must go when it changes. */
test('every public reply that names a person is made from people', async () => {
  const id = await site.writes();
  await site.says();
  const comment = { articleId: id, authorId: site.lin.id, text: '好', createdAt: 0, removedAt: null };
  await site.db.insertInto('comments').values(comment).execute();
  await site.db
    .insertInto('boardMessages')
    .values({ authorId: site.lin.id, nickname: '旧名', text: '你好', createdAt: 0 })
    .execute();
  await site.as(site.lin).follows.follow({ query: { userId: site.ming.id } });
  const queries = [site.ming.id, site.lin.id].map((userId) => ({ id, userId, kind: 'fans', keyword: '春天' }));

  const naming = new Set<string>();
  const reads = (await site.calls.list()).filter(({ method, access }) => method === 'GET' && access === 'anyone');
  for (const endpoint of reads)
    for (const all of queries) {
      const declared = Object.keys((endpoint.query as z.ZodObject | undefined)?.shape ?? {});
      const query = Object.fromEntries(Object.entries(all).filter(([name]) => declared.includes(name)));
      const answer = await site.calls.answer(callName(endpoint), { query }, visitor).catch(() => undefined);
      if (!JSON.stringify(answer?.envelope.data ?? null).includes('"小林"')) continue;
      naming.add(endpoint.path);
      expect(
        answer?.tags.filter((tag) => ['people', `user:${site.lin.id}`].includes(tag)),
        endpoint.path,
      ).not.toEqual([]);
    }
  const pages = ['/v1/', '/v1/article/', '/v1/article/info', '/v1/article/selectArticleByUserId', '/v1/followed/'];
  expect([...naming]).toEqual(
    expect.arrayContaining([...pages, '/v1/message/', '/v1/say/getSayList', '/v1/user/info']),
  );
});
