import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const password = 'a long enough one';
const who = (name: string) => ({ email: `${name}@example.com`, nickname: name, password });
const visitor = () => site.as(null).accounts;
const office = () => site.office(site.owner).registration;
const log = (name: string) => visitor().emailLogin({ body: { email: `${name}@example.com`, password } });
const apply = async (name: string, words = '') =>
  visitor().apply({ body: { ...who(name), words, code: await site.codeFor(`${name}@example.com`) } });
const register = async (name: string, more: { invitation?: string } = {}) =>
  visitor().register({ body: { ...who(name), ...more, code: await site.codeFor(`${name}@example.com`) } });
const members = async () => (await site.db.selectFrom('users').select('nickname').execute()).map((row) => row.nickname);
const notices = async (viewer: Viewer) => (await site.as(viewer).notices.list({ query: { type: 0 } })).records;

test('open: a proven mailbox makes a member at once', async () => {
  expect((await site.as(null).site.info()).data.registration).toEqual({ mode: 'open', code: true });
  expect(await register('xiaohe')).toMatchObject({ nickname: 'xiaohe', token: expect.any(String) });
  await expect(apply('another')).rejects.toMatchObject({ id: 'not-allowed', message: '现在不用申请，请直接注册' });
  await expect(visitor().register({ body: who('third') })).rejects.toMatchObject({ field: 'code' });
});

test('closed: nobody registers or applies, and members log in as before', async () => {
  await register('xiaohe');
  await site.turn({ registration: 'closed' });
  await expect(register('late')).rejects.toMatchObject({ id: 'feature-off', message: '站长关闭了注册' });
  await expect(apply('late')).rejects.toMatchObject({ id: 'feature-off' });
  expect(await log('xiaohe')).toMatchObject({ nickname: 'xiaohe' });
});

test('with review an applicant waits, the owner is notified, and approval makes them a member', async () => {
  await site.turn({ registration: 'review' });
  await site.db.updateTable('users').set({ email: 'owner@example.com' }).where('id', '=', site.owner.id).execute();
  await expect(register('xiaohe')).rejects.toMatchObject({ id: 'not-allowed' });
  await apply('xiaohe', '读了你的博客');
  expect(await members()).not.toContain('xiaohe');
  await expect(log('xiaohe')).rejects.toMatchObject({ id: 'not-approved', message: '注册申请正在等站长通过' });
  expect(await notices(site.owner)).toMatchObject([{ title: '有人申请注册', link: '/admin/users/applications' }]);
  expect((await site.letters()).at(-1)).toMatchObject({ to: 'owner@example.com', subject: '「xiaohe」申请注册' });
  expect((await site.office(site.owner).office.enter()).waiting.applications).toBe(1);

  const { records } = await office().applications({ query: {} });
  expect(records).toMatchObject([{ nickname: 'xiaohe', email: 'xiaohe@example.com', words: '读了你的博客' }]);
  const ids = records.map(({ id }) => id);
  expect(await office().decide({ body: { act: 'approve', ids } })).toEqual({ done: 1, failed: [] });
  expect((await site.letters()).at(-1)).toMatchObject({ to: 'xiaohe@example.com', subject: '注册申请通过了' });
  expect(await log('xiaohe')).toMatchObject({ nickname: 'xiaohe' });
  expect((await office().decide({ body: { act: 'approve', ids } })).failed).toHaveLength(1);
  expect((await members()).filter((name) => name === 'xiaohe')).toHaveLength(1);
});

test('review: a refused applicant reads the reason at the next login and may apply again', async () => {
  await site.turn({ registration: 'review' });
  await apply('xiaohe');
  await expect(apply('xiaohe')).rejects.toMatchObject({ id: 'already-done', field: 'email' });
  const [waiting] = (await office().applications({ query: {} })).records;
  const ids = [waiting?.id ?? 0];
  await expect(office().decide({ body: { act: 'refuse', ids, reason: ' ' } })).rejects.toMatchObject({
    field: 'reason',
  });
  await office().decide({ body: { act: 'refuse', ids, reason: '不认识' } });
  await expect(log('xiaohe')).rejects.toMatchObject({ id: 'not-approved', message: expect.stringContaining('不认识') });
  await expect(
    visitor().emailLogin({ body: { email: 'xiaohe@example.com', password: 'not the one' } }),
  ).rejects.toMatchObject({ id: 'wrong-login' });
  await apply('xiaohe', '再试一次');
  expect((await office().applications({ query: {} })).records).toMatchObject([{ words: '再试一次' }]);
  expect((await office().applications({ query: { state: 'refused' } })).records).toEqual([]);
});

test('review: of two concurrent approvals one creates the member', async () => {
  await site.turn({ registration: 'review' });
  await apply('xiaohe');
  const [waiting] = (await office().applications({ query: {} })).records;
  const body = { act: 'approve' as const, ids: [waiting?.id ?? 0] };
  const answers = await Promise.all([office().decide({ body }), office().decide({ body })]);
  expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1]);
  expect((await members()).filter((name) => name === 'xiaohe')).toHaveLength(1);
});

test('review: a name taken since becomes the nearest free one', async () => {
  await site.turn({ registration: 'review' });
  await apply('xiaohe');
  await site.db
    .updateTable('users')
    .set({ nickname: 'xiaohe', nicknameKey: 'xiaohe' })
    .where('id', '=', site.ming.id)
    .execute();
  const [waiting] = (await office().applications({ query: {} })).records;
  await office().decide({ body: { act: 'approve', ids: [waiting?.id ?? 0] } });
  expect(await members()).toContain('xiaohe2');
});

test('invite: a code works as often as it says, until used up, expired or revoked', async () => {
  await site.turn({ registration: 'invite' });
  await expect(register('xiaohe')).rejects.toMatchObject({ field: 'invitation' });
  await expect(register('xiaohe', { invitation: 'NOSUCHCODE' })).rejects.toMatchObject({ field: 'invitation' });
  const { code, link, id } = await office().invite({ body: { uses: 2, days: 7, note: '给老同学' } });
  expect(link).toBe(`${site.siteUrl}/?invite=${code}`);
  await register('xiaohe', { invitation: code.toLowerCase() });
  expect((await office().invitations({ query: {} })).records).toMatchObject([{ used: 1, state: 'good' }]);
  await register('second', { invitation: code });
  await expect(register('third', { invitation: code })).rejects.toMatchObject({ field: 'invitation' });

  const other = await office().invite({ body: { uses: 5 } });
  await office().revoke({ query: { id: other.id } });
  await expect(register('third', { invitation: other.code })).rejects.toMatchObject({ field: 'invitation' });
  const late = await office().invite({ body: {} });
  await site.db.updateTable('invitations').set({ expiresAt: 1 }).where('id', '=', late.id).execute();
  await expect(register('third', { invitation: late.code })).rejects.toMatchObject({ field: 'invitation' });
  await expect(office().revoke({ query: { id: other.id } })).rejects.toMatchObject({ id: 'not-found' });
  expect(id).toBeLessThan(other.id);
});

test('invite: of two concurrent registrations with one use left one succeeds, and the other leaves nothing behind', async () => {
  await site.turn({ registration: 'invite' });
  const { code: invitation } = await office().invite({ body: { uses: 1 } });
  const codes = [await site.codeFor('a@example.com'), await site.codeFor('b@example.com')];
  const answers = await Promise.allSettled(
    ['a', 'b'].map((name, at) => visitor().register({ body: { ...who(name), invitation, code: codes[at] ?? '' } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await members()).filter((name) => name === 'a' || name === 'b')).toHaveLength(1);
});

test('only who manages members decides and invites', async () => {
  const mine = site.office(site.ming).registration;
  for (const call of [
    () => mine.applications({ query: {} }),
    () => mine.decide({ body: { act: 'approve', ids: [1] } }),
    () => mine.invitations({ query: {} }),
    () => mine.invite({ body: {} }),
    () => mine.revoke({ query: { id: 1 } }),
  ])
    await expect(call()).rejects.toMatchObject({ id: 'not-allowed' });
});

test('review: who registered meanwhile is not made twice, and the other approvals go through', async () => {
  await site.turn({ registration: 'review' });
  await apply('xiaohe');
  await apply('another');
  await site.turn({ registration: 'open' });
  await register('xiaohe');
  const ids = (await office().applications({ query: {} })).records.map(({ id }) => id);
  expect(await office().decide({ body: { act: 'approve', ids } })).toEqual({
    done: 1,
    failed: [{ id: ids[0], why: '这个人已经用别的方式注册了，这份申请已移除' }],
  });
  expect((await members()).filter((name) => name.startsWith('xiaohe'))).toEqual(['xiaohe']);
  expect(await members()).toContain('another');
  expect((await office().applications({ query: {} })).records).toEqual([]);
});
