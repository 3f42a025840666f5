import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const hour = 3_600_000;
const users = (viewer: Viewer = site.owner) => site.office(viewer).members;
const mute = (who: Viewer, by: Viewer = site.owner, more: { reason?: string; until?: string | null } = {}) =>
  users(by).mute({ body: { id: who.id, reason: '刷屏', until: null, ...more } });
const unmute = (who: Viewer, by: Viewer = site.owner) => users(by).unmute({ body: { id: who.id } });
const soon = () => new Date(Date.now() + 48 * hour).toISOString();
const userOf = ({ id }: Viewer) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const give = async (viewer: Viewer, role: Role) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  viewer.role = role;
};
const noticesOf = async (viewer: Viewer) =>
  (await site.as(viewer).notices.list({ query: { type: 0 } })).records.map(({ title, text }) => [title, text]);
const acts = () => site.db.selectFrom('auditLog').select(['act', 'subject', 'before', 'after']).orderBy('id').execute();
const messages = () => site.db.selectFrom('boardMessages').select('id').execute();
const post = (viewer: Viewer | null) => site.as(viewer).board.post({ body: { text: '雨停了' } });

test('a muted member logs in and reads, sees end and reason, and cannot write until it is lifted', async () => {
  const articleId = await site.writes();
  const until = soon();
  await mute(site.lin, site.owner, { until });
  const refusal = {
    id: 'not-allowed',
    status: 403,
    message: expect.stringMatching(
      /^你已被禁言到 \d{4}-\d\d-\d\d \d\d:\d\d，现在不能发表。原因：刷屏。有疑问请联系站长。$/,
    ),
  };
  const writes: [string, () => Promise<unknown>][] = [
    ['comment', () => site.as(site.lin).comments.post({ body: { articleId, text: '好' } })],
    ['say', () => site.as(site.lin).says.insert({ body: { text: '好', pictures: [], isPublic: true } as never })],
    ['comment of a say', () => site.as(site.lin).says.comment({ body: { sayId: 1, text: '好' } as never })],
    ['board', () => post(site.lin)],
    ['chat', () => site.as(site.lin).chat.send({ body: { roomId: 1, text: '好', key: 'a' } as never })],
    ['feedback', () => site.as(site.lin).feedback.send({ body: { type: 1, title: '好', content: '好' } })],
    ['link', () => site.as(site.lin).links.apply({ body: {} as never })],
    ['profile', () => site.as(site.lin).members.update({ body: { intro: '好' } })],
    ['series', () => site.as(site.lin).series.create({ body: { name: '走山路' } })],
    ['name of a series', () => site.as(site.lin).series.update({ body: { id: 1, name: '走山路' } })],
    ['article', () => site.as(site.lin).drafts.submit({ body: { id: articleId, version: 1 } })],
  ];
  for (const [what, write] of writes) await expect(write(), what).rejects.toMatchObject(refusal);
  expect(await messages()).toEqual([]);
  expect((await site.as(site.lin).articles.info({ query: { id: articleId } })).id).toBe(articleId);
  expect(await site.as(site.lin).sessions.list(), 'their session lives').toHaveLength(1);
  expect(await noticesOf(site.lin)).toEqual([
    ['你已被禁言', expect.stringMatching(/^禁言到 \d{4}-\d\d-\d\d \d\d:\d\d，原因：刷屏。你仍可以登录和阅读/)],
  ]);
  await expect(mute(site.lin)).rejects.toMatchObject({ id: 'already-done' });
  const row = (await users().list({ query: { state: 'muted' } })).records;
  expect(row).toMatchObject([{ nickname: '小林', state: 'active', mute: { until: expect.any(String) } }]);
  expect(await users().info({ query: { id: site.lin.id } })).toMatchObject({ mutedReason: '刷屏' });

  await unmute(site.lin);
  await post(site.lin);
  expect(await messages()).toHaveLength(1);
  expect((await noticesOf(site.lin))[0]?.[0]).toBe('禁言解除了');
  await expect(unmute(site.lin)).rejects.toMatchObject({ id: 'already-done' });
  expect(await users().list({ query: { state: 'muted' } })).toMatchObject({ records: [] });
  const subject = `user:${site.lin.id}`;
  expect(await acts()).toEqual([
    { act: 'users.mute', subject, before: '', after: JSON.stringify({ reason: '刷屏', until }) },
    { act: 'users.unmute', subject, before: JSON.stringify({ reason: '刷屏', until }), after: '' },
  ]);
});

test('a muted author cannot bring a published article back from the trash, only a draft', async () => {
  await give(site.lin, 'editor');
  const { restore, remove, create } = site.as(site.lin).drafts;
  const shown = await site.writes();
  const { id: draft } = await create({ body: { key: 'browser-1', content: { title: '春', markdown: '雨' } } });
  const { id: unseen } = await create({ body: { key: 'browser-2', content: { title: '夏', markdown: '雨' } } });
  await remove({ query: { id: shown } });
  await remove({ query: { id: draft } });
  await mute(site.lin);
  const refusal = { id: 'not-allowed', message: expect.stringMatching(/^你已被永久禁言，现在不能发表。/) };
  await expect(restore({ body: { id: shown } })).rejects.toMatchObject(refusal);
  const act = (name: 'restore' | 'publish', id: number, by = site.lin) =>
    site.office(by).articles.act({ body: { act: name, ids: [id] } });
  const refused = { done: 0, failed: [{ why: refusal.message }] };
  expect(await act('restore', shown)).toMatchObject(refused);
  expect(await act('publish', unseen)).toMatchObject(refused);
  await expect(site.as(null).articles.info({ query: { id: shown } })).rejects.toMatchObject({ id: 'gone' });
  expect(await restore({ body: { id: draft } })).toEqual({ state: 'draft' });
  await act('restore', shown, site.owner);
  expect(await site.as(null).articles.info({ query: { id: shown } })).toMatchObject({ id: shown });
});

test('a muted editor reverts and approves no text of their own, while their drafts and others’ articles stay editable', async () => {
  await give(site.lin, 'editor');
  const { drafts, revisions } = site.as(site.lin);
  const { articles } = site.office(site.lin);
  const begun = await drafts.create({ body: { key: 'browser-1', content: { title: '春', markdown: '雨水。' } } });
  const { id } = begun;
  const next = async (markdown: string) => {
    const { version, content } = await drafts.mine({ query: { id } });
    return drafts.save({ body: { id, version, content: { ...content, markdown } } });
  };
  await drafts.submit({ body: { id, version: begun.version } });
  await drafts.submit({ body: { id, version: (await next('惊蛰。')).version } });
  const first = (await revisions.list({ query: { id } })).at(-1)?.id ?? 0;
  const revert = async () => {
    const { version } = await articles.present({ query: { id } });
    return articles.revert({ body: { id: first, version } });
  };
  await mute(site.lin);
  const refusal = { id: 'not-allowed', message: expect.stringMatching(/^你已被永久禁言，现在不能发表。/) };
  await expect(revert()).rejects.toMatchObject(refusal);
  const markdown = async () => (await site.as(null).articles.info({ query: { id } })).html;
  expect(await markdown()).toContain('惊蛰');

  await next('谷雨。');
  await site.db.updateTable('drafts').set({ submittedAt: Date.now() }).where('articleId', '=', id).execute();
  for (const act of ['approve', 'publish'] as const)
    expect(await articles.act({ body: { act, ids: [id] } }), act).toMatchObject({
      done: 0,
      failed: [{ why: refusal.message }],
    });
  expect(await markdown()).toContain('惊蛰');

  await site.office(site.owner).articles.act({ body: { act: 'withdraw', ids: [id] } });
  await revert();
  await unmute(site.lin);
  await articles.act({ body: { act: 'approve', ids: [id] } });
  await revert();
  expect(await markdown()).toContain('雨水');
});

test('a mute expires by itself, and a new one can follow', async () => {
  await mute(site.lin, site.owner, { until: soon() });
  await site.db.updateTable('users').set({ mutedUntil: Date.now() }).where('id', '=', site.lin.id).execute();
  await post(site.lin);
  expect((await users().info({ query: { id: site.lin.id } })).mute).toBeNull();
  await mute(site.lin);
  await expect(post(site.lin)).rejects.toMatchObject({ message: expect.stringMatching(/^你已被永久禁言，/) });
  await post(site.ming);
});

test.each([
  ['no reason', { reason: ' ' }, { field: 'reason', message: '请写明原因，对方会看到' }],
  ['a reason too long', { reason: '长'.repeat(201) }, { field: 'reason', message: '理由不能超过 200 个字' }],
  ['a time that is over', { until: '2020-01-01T00:00:00Z' }, { field: 'until', message: '时间已经过去' }],
  ['no time at all', { until: '明天' }, { field: 'until', message: '截止时间须为一个时间' }],
])('a mute with %s is refused', async (_what, more, refusal) => {
  const before = await userOf(site.lin);
  await expect(mute(site.lin, site.owner, more)).rejects.toMatchObject({ id: 'invalid-input', ...refusal });
  expect(await userOf(site.lin)).toEqual(before);
  expect([await acts(), await noticesOf(site.lin)]).toEqual([[], []]);
});

test('muting oneself, an account of higher role, or without the permission is refused', async () => {
  await give(site.ming, 'admin');
  const before = await Promise.all([userOf(site.owner), userOf(site.lin), userOf(site.ming)]);
  const refusals = [
    () => mute(site.owner, site.ming),
    () => unmute(site.owner, site.ming),
    () => mute(site.ming, site.ming),
    () => mute(site.owner, site.owner),
    () => unmute(site.ming, site.ming),
    () => mute(site.ming, site.lin),
  ];
  for (const refuse of refusals) await expect(refuse()).rejects.toMatchObject({ id: 'not-allowed' });
  await give(site.ming, 'moderator');
  await expect(mute(site.lin, site.ming)).rejects.toMatchObject({ id: 'not-allowed' });
  await give(site.ming, 'admin');
  expect(await Promise.all([userOf(site.owner), userOf(site.lin), userOf(site.ming)])).toEqual(before);
  expect(await acts()).toEqual([]);
  const { records } = await users(site.ming).list({ query: {} });
  expect(Object.fromEntries(records.map(({ nickname, manageable }) => [nickname, manageable]))).toEqual({
    站长: false,
    小林: true,
    阿明: true,
  });
});
