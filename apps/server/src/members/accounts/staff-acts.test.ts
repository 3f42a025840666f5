import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { issueHandover } from '../../core/sessions/handover.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { LiveEvent } from '../../platform/stream/event-bus.ts';
import { requireOwner } from './staff-acts.ts';

const site = freshSite();

const email = 'lin@example.com';
const password = 'a long enough one';
const hour = 3_600_000;
const userOf = ({ id }: { id: number }) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const give = async (viewer: Viewer, role: Role) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  viewer.role = role;
};
const members = (viewer: Viewer) => site.office(viewer).members;
const disable = (who: Viewer, by = site.owner, more: { reason?: string; until?: string | null } = {}) =>
  members(by).disable({ body: { id: who.id, reason: '发广告', until: null, ...more } });
const change = (who: Viewer, role: Role, by = site.owner, more: { from?: Role; sure?: boolean } = {}) =>
  members(by).changeRole({ body: { id: who.id, from: who.role, role, ...more } });
const acts = async () => {
  const rows = await site.db
    .selectFrom('auditLog')
    .select(['act', 'subject', 'before', 'after'])
    .orderBy('id')
    .execute();
  return rows.map(({ act, subject, before, after }) => [act, subject, before, after]);
};
/** Sessions whose streams are told that they hear no more. */
const ended = async () => {
  const rows = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').execute();
  const events = rows.flatMap(({ payload }) => (JSON.parse(payload) as { events: LiveEvent[] }).events);
  return events.filter(({ topic, type }) => topic === 'sessions' && type === 'ended').map(({ id }) => id);
};
const logIn = () => site.as(null).accounts.emailLogin({ body: { email, password } });

test('a disabled member is logged out immediately with reason and end; their writings stay', async () => {
  await giveAccount(site, site.lin, { email, password });
  const articleId = await site.writes();
  const until = new Date(Date.now() + 48 * hour).toISOString();
  await disable(site.lin, site.owner, { until });
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await ended(), 'its stream is told').toEqual([site.lin.sessionId]);
  await expect(logIn()).rejects.toMatchObject({
    id: 'not-allowed',
    message: expect.stringMatching(/^这个账号已停用，到 \d{4}-\d\d-\d\d \d\d:\d\d 恢复。原因：发广告。/),
  });
  expect((await site.as(null).articles.info({ query: { id: articleId } })).author.nickname).toBe('小林');
  expect((await site.letters()).at(-1)).toMatchObject({ to: email, subject: '你的账号已停用' });
  expect(await acts()).toEqual([
    ['users.disable', `user:${site.lin.id}`, '', JSON.stringify({ reason: '发广告', until })],
  ]);
  await expect(disable(site.lin)).rejects.toMatchObject({ id: 'already-done' });

  await members(site.owner).enable({ body: { id: site.lin.id } });
  expect((await logIn()).id).toBe(site.lin.id);
  await expect(members(site.owner).enable({ body: { id: site.lin.id } })).rejects.toMatchObject({ id: 'already-done' });
  await disable(site.lin);
  await expect(logIn()).rejects.toMatchObject({ message: expect.stringMatching(/^这个账号已停用。原因：发广告。/) });
});

test('a session of a disabled member is invalid, and works again when the time is over', async () => {
  await site.db.updateTable('users').set({ disabledAt: 1 }).where('id', '=', site.lin.id).execute();
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  await site.db.updateTable('users').set({ disabledUntil: Date.now() }).where('id', '=', site.lin.id).execute();
  expect(await site.as(site.lin).sessions.list()).toHaveLength(1);
});

test.each([
  ['no reason', { reason: ' \u200b ' }, { field: 'reason', message: '请写明原因，对方登录时会看到' }],
  ['a reason too long', { reason: '长'.repeat(201) }, { field: 'reason', message: '理由不能超过 200 个字' }],
  ['a time that is over', { until: '2020-01-01T00:00:00Z' }, { field: 'until', message: '时间已经过去' }],
  ['no time at all', { until: '明天' }, { field: 'until', message: '截止时间须为一个时间' }],
])('disabling with %s is refused', async (_what, more, refusal) => {
  const before = await userOf(site.lin);
  await expect(disable(site.lin, site.owner, more)).rejects.toMatchObject({ id: 'invalid-input', ...refusal });
  expect(await userOf(site.lin)).toEqual(before);
  expect(await acts()).toEqual([]);
});

test('changing a higher account, granting a higher role and disabling oneself are refused', async () => {
  await give(site.ming, 'admin');
  const before = await Promise.all([userOf(site.owner), userOf(site.lin), userOf(site.ming)]);
  const id = site.owner.id;
  const refusals = [
    () => disable(site.owner, site.ming),
    () => change(site.owner, 'member', site.ming),
    () => change(site.lin, 'owner', site.ming),
    () => change(site.ming, 'owner', site.ming, { sure: true }),
    () => members(site.ming).resetLink({ body: { id, by: 'copy' } }),
    () => members(site.ming).endSession({ query: { id } }),
    () => members(site.ming).enable({ body: { id } }),
    () => disable(site.ming, site.ming),
    () => disable(site.owner, site.owner),
  ];
  for (const refuse of refusals) await expect(refuse()).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await Promise.all([userOf(site.owner), userOf(site.lin), userOf(site.ming)])).toEqual(before);
  expect(await acts()).toEqual([]);
  expect(await site.as(site.owner).sessions.list()).toHaveLength(1);
});

test('a role applies from the next call; a stale form is refused, and changing one’s own needs a confirmation', async () => {
  await expect(site.office(site.lin).office.enter()).rejects.toMatchObject({ id: 'not-allowed' });
  await change(site.lin, 'admin');
  expect((await site.office(site.lin).office.enter()).role).toBe('admin');
  await expect(change(site.lin, 'editor', site.owner, { from: 'member' })).rejects.toMatchObject({ id: 'stale' });
  site.lin.role = 'admin';
  await expect(change(site.lin, 'editor', site.lin)).rejects.toMatchObject({ id: 'not-allowed', field: 'sure' });
  await change(site.lin, 'editor', site.lin, { sure: true });
  await expect(members(site.lin).list({ query: {} })).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await acts()).map(([act, , before, after]) => [act, before, after])).toEqual([
    ['users.role', '{"role":"member"}', '{"role":"admin"}'],
    ['users.role', '{"role":"admin"}', '{"role":"editor"}'],
  ]);
});

test('the last owner can be neither demoted, disabled nor closed; with another one they can', async () => {
  await giveAccount(site, site.owner, { email: 'owner@example.com', password });
  const close = () => site.as(site.owner).accounts.close({ body: { password, writings: 'keep' } });
  const last = { id: 'not-allowed', message: expect.stringContaining('最后一位站长') };
  await site.as(site.owner).accounts.confirm({ body: { password } });
  await expect(change(site.owner, 'admin', site.owner, { sure: true })).rejects.toMatchObject(last);
  await expect(close()).rejects.toMatchObject(last);
  await change(site.lin, 'owner');
  await disable(site.lin);
  await expect(close(), 'one who cannot log in does not count').rejects.toMatchObject(last);
  await members(site.owner).enable({ body: { id: site.lin.id } });
  await close();
  expect(await userOf(site.owner)).toMatchObject({ role: 'owner', closesAt: expect.any(Number) });
});

test('of two owners who leave concurrently one remains', async () => {
  await give(site.lin, 'owner');
  await giveAccount(site, site.owner, { email: 'owner@example.com', password });
  await site.as(site.owner).accounts.confirm({ body: { password } });
  const demote = async (trx: Trx) => {
    await trx.updateTable('users').set({ role: 'member' }).where('id', '=', site.lin.id).execute();
    await requireOwner(trx);
  };
  const [first, second] = await atOnce(site, demote, () =>
    change(site.owner, 'member', site.owner, { from: 'owner', sure: true }),
  );
  expect([first?.status, second]).toEqual([
    'fulfilled',
    { status: 'rejected', reason: expect.objectContaining({ id: 'not-allowed' }) },
  ]);
  expect(await userOf(site.owner)).toMatchObject({ role: 'owner' });
});

test('a device is logged out, or all; another member’s is left alone', async () => {
  const { db, owner, lin, ming } = site;
  await expect(members(owner).endSession({ query: { id: lin.id, session: ming.sessionId } })).rejects.toMatchObject({
    id: 'not-found',
    field: 'session',
  });
  await members(owner).endSession({ query: { id: lin.id, session: lin.sessionId } });
  await members(owner).endSession({ query: { id: lin.id } });
  const left = await db.selectFrom('sessions').select('userId').orderBy('userId').execute();
  expect(left.map(({ userId }) => userId)).toEqual([owner.id, ming.id]);
  expect((await acts()).map(([act, , , after]) => [act, after])).toEqual([
    ['users.logout', `{"session":${lin.sessionId}}`],
    ['users.logout', '{"session":"all"}'],
  ]);
});

test('a reset link sets a password once; a weak one does not burn it, a newer link does', async () => {
  await giveAccount(site, site.lin, { email, password });
  const make = async () => (await members(site.owner).resetLink({ body: { id: site.lin.id, by: 'copy' } })).link;
  const [old, link] = [await make(), await make()];
  const reset = (of: string, next: string) =>
    site.as(null).accounts.resetByLink({ body: { ticket: of.split('#')[1] ?? '', password: next } });
  const over = { id: 'wrong-code', field: 'ticket' };
  await expect(reset(old, 'another long one 9')).rejects.toMatchObject(over);
  await expect(reset(link, '12345678')).rejects.toMatchObject({ id: 'invalid-input', field: 'password' });
  await reset(link, 'another long one 9');
  await expect(reset(link, 'yet another one 9')).rejects.toMatchObject(over);
  expect((await site.as(null).accounts.emailLogin({ body: { email, password: 'another long one 9' } })).id).toBe(
    site.lin.id,
  );
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(JSON.stringify(await acts())).not.toContain(link.split('#')[1]);
});

test('a mailed password link is shown to its member alone, and refused without a mailbox', async () => {
  await giveAccount(site, site.lin, { email, password });
  expect(await members(site.owner).resetLink({ body: { id: site.lin.id, by: 'mail' } })).toEqual({ link: '' });
  const mail = (await site.letters()).at(-1);
  expect(mail).toMatchObject({ to: email, button: { url: expect.stringMatching(/\/reset#[\w-]{43}$/) } });
  const forMing = members(site.owner).resetLink({ body: { id: site.ming.id, by: 'mail' } });
  await expect(forMing).rejects.toMatchObject({ id: 'not-allowed', field: 'id' });
  expect(await site.db.selectFrom('tickets').select('kind').execute()).toEqual([{ kind: 'password-reset' }]);
});

test('a password forgotten without an e-mail is set anew by a link handed over, and the member can add an e-mail again', async () => {
  await giveAccount(site, site.lin, { email, password });
  await site.db.updateTable('users').set({ email: null }).where('id', '=', site.lin.id).execute();
  const ask = (viewer: Viewer, by: 'mail' | 'copy') => members(viewer).resetLink({ body: { id: site.lin.id, by } });
  await expect(ask(site.owner, 'mail')).rejects.toMatchObject({ id: 'not-allowed', field: 'by' });
  await expect(ask(site.ming, 'copy')).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(ask(site.lin, 'copy')).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await acts()).toEqual([]);

  const ticket = (await ask(site.owner, 'copy')).link.split('#')[1] ?? '';
  await useLink(ticket);
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  const caller = { address: '203.0.113.7', agent: '' };
  const { token } = await signIn(site.db, { userId: site.lin.id, way: 'github', caller });
  const code = await site.codeFor(email);
  await site.withToken(token).accounts.changeEmail({ body: { email, code, password: 'another long one 9' } });
  expect((await site.as(null).accounts.emailLogin({ body: { email, password: 'another long one 9' } })).id).toBe(
    site.lin.id,
  );
});

test('a batch disables, enables or changes roles; a refusal stops none of the others', async () => {
  await give(site.ming, 'admin');
  const [lin, ming, owner] = [site.lin.id, site.ming.id, site.owner.id];
  const act = (body: object) => members(site.ming).act({ body: { ids: [lin, owner, ming, 999], ...body } as never });
  expect(await act({ act: 'disable', reason: '发广告', until: null })).toEqual({
    done: 1,
    failed: [
      { id: owner, why: '这个账号的级别比你高，你不能处理' },
      { id: ming, why: '不能停用自己的账号' },
      { id: 999, why: '用户不存在' },
    ],
  });
  expect(await ended()).toEqual([site.lin.sessionId]);
  const notDisabled = [{ id: ming, why: '这个账号没有停用' }];
  expect(await act({ act: 'enable', ids: [lin, ming] })).toEqual({ done: 1, failed: notDisabled });
  expect((await act({ act: 'role', role: 'editor' })).failed.map(({ why }) => why)).toEqual([
    '这个账号的级别比你高，你不能处理',
    '这是你自己的角色，改之前请再确认一次',
    '用户不存在',
  ]);
  const above = [{ id: lin, why: '不能给出比自己高的角色' }];
  expect((await act({ act: 'role', role: 'owner', ids: [lin] })).failed).toEqual(above);
  expect(await userOf(site.lin)).toMatchObject({ role: 'editor', disabledAt: null });
  expect((await acts()).map(([name, subject]) => [name, subject])).toEqual(
    ['users.disable', 'users.enable', 'users.role'].map((name) => [name, `user:${lin}`]),
  );
});

test.each([
  ['nobody', { act: 'disable', ids: [], reason: '广告' }, 'ids'],
  ['no reason', { act: 'disable', reason: '' }, 'reason'],
  ['no role', { act: 'role' }, 'role'],
  ['no such role', { act: 'role', role: 'king' }, 'role'],
  ['no such act', { act: 'burn' }, 'act'],
  ['too many', { act: 'enable', ids: Array.from({ length: 101 }, (_, at) => at + 1) }, 'ids'],
])('%s in a batch is refused before anything is done', async (_what, body, field) => {
  const requested = members(site.owner).act({ body: { ids: [site.lin.id], ...body } as never });
  await expect(requested).rejects.toMatchObject({ id: 'invalid-input', field });
  expect(await acts()).toEqual([]);
});

const linkBy = async (maker: Viewer) => {
  await members(maker).resetLink({ body: { id: site.lin.id, by: 'mail' } });
  return (await site.letters()).at(-1)?.button?.url.split('#')[1] ?? '';
};
const useLink = (ticket: string) =>
  site.as(null).accounts.resetByLink({ body: { ticket, password: 'another long one 9' } });
const dead = { id: 'wrong-code', field: 'ticket' };

test('a reset link made for a member does not work once they are the owner', async () => {
  await giveAccount(site, site.lin, { email, password });
  await give(site.ming, 'admin');
  const ticket = await linkBy(site.ming);
  await change(site.lin, 'owner');
  await expect(useLink(ticket)).rejects.toMatchObject(dead);
  expect((await logIn()).role).toBe('owner');
});

test.each<[string, (site: { ming: Viewer; lin: Viewer }) => Promise<unknown>]>([
  ['whose maker was demoted', ({ ming }) => give(ming, 'editor')],
  ['whose maker was disabled', ({ ming }) => disable(ming)],
  ['whose member was given a rank above the maker’s', ({ lin }) => give(lin, 'owner')],
  ['whose maker is gone', ({ ming }) => site.db.deleteFrom('users').where('id', '=', ming.id).execute()],
])('a link %s is dead', async (_what, happens) => {
  await giveAccount(site, site.lin, { email, password });
  await give(site.ming, 'admin');
  const ticket = await linkBy(site.ming);
  await happens(site);
  await expect(useLink(ticket)).rejects.toMatchObject(dead);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'the member changed the password',
    () => site.as(site.lin).accounts.changePassword({ body: { present: password, password: 'yet another one 9' } }),
  ],
  [
    'the member changed the mailbox',
    async () => {
      const code = await site.codeFor('new@example.com');
      return site.as(site.lin).accounts.changeEmail({ body: { email: 'new@example.com', code, password } });
    },
  ],
  ['the member got another role', () => change(site.lin, 'editor')],
  ['the member was disabled', () => disable(site.lin)],
])('links, codes and logins under way are dead once %s', async (_what, happens) => {
  await giveAccount(site, site.lin, { email, password });
  const ticket = await linkBy(site.owner);
  const code = await site.codeFor(email);
  const handover = await issueHandover(site.db, { userId: site.lin.id, way: 'github' });
  await happens();
  await expect(useLink(ticket)).rejects.toMatchObject(dead);
  const body = { email, code, password: 'another long one 9' };
  await expect(site.as(null).accounts.forgetPassword({ body })).rejects.toMatchObject({ id: 'wrong-code' });
  const arrival = site.as(null).sessions.byToken({ query: { token: handover } });
  await expect(arrival).rejects.toMatchObject({ id: 'signed-out' });
});
