import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const day = 24 * 3_600_000;
const members = (viewer: Viewer = site.owner) => site.office(viewer).members;
const set = ({ id }: Viewer, values: object) => site.db.updateTable('users').set(values).where('id', '=', id).execute();
const names = async (query: object, viewer?: Viewer) =>
  (await members(viewer).list({ query })).records.map(({ nickname }) => nickname);
const as = async (role: Role) => {
  await set(site.ming, { role });
  return { ...site.ming, role };
};

test('members are found by name, mailbox and number, and filtered by role, state and time', async () => {
  const now = Date.now();
  await giveAccount(site, site.lin, { email: 'Lin_1@example.com', password: null });
  await set(site.lin, { createdAt: now - 40 * day, seenAt: now - day });
  await set(site.ming, { role: 'editor', createdAt: now - 2 * day, seenAt: now - 91 * day });
  await set(site.owner, { createdAt: now - 400 * day, seenAt: null });
  expect(await names({})).toEqual(['阿明', '小林', '站长']);
  expect(await names({ order: 'seen' })).toEqual(['小林', '阿明', '站长']);
  expect(await names({ text: '林' })).toEqual(['小林']);
  expect(await names({ text: 'lin_1@' })).toEqual(['小林']);
  expect(await names({ text: '_' })).toEqual(['小林']);
  expect(await names({ text: String(site.ming.id) })).toContain('阿明');
  expect(await names({ text: '%' })).toEqual([]);
  expect(await names({ role: 'editor' })).toEqual(['阿明']);
  expect(await names({ joined: '7' })).toEqual(['阿明']);
  expect(await names({ joined: '365' })).toEqual(['阿明', '小林']);
  expect(await names({ seen: '7' })).toEqual(['小林']);
  expect(await names({ seen: 'not90' })).toEqual(['阿明', '站长']);
  await set(site.lin, { disabledAt: 1 });
  await set(site.ming, { closesAt: now + day });
  expect(await names({ state: 'active' })).toEqual(['站长']);
  expect(await names({ state: 'disabled' })).toEqual(['小林']);
  expect(await names({ state: 'closing' })).toEqual(['阿明']);
  await set(site.ming, { closesAt: 0 });
  expect(await names({ state: 'gone' })).toEqual(['阿明']);
  await set(site.lin, { disabledUntil: now - 1 });
  expect(await names({ state: 'active' })).toEqual(['小林', '站长']);
});

test('a member’s admin page shows their writings and login methods', async () => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: 'a long enough one' });
  const articleId = await site.writes({ title: '雨' });
  await site.writes({ title: '没写完', state: 'draft' });
  await site.says({ text: '雨停了' });
  await site.says({ text: '只给自己', isPublic: false });
  const member = await members().info({ query: { id: site.lin.id } });
  expect(member).toMatchObject({
    nickname: '小林',
    email: 'lin@example.com',
    state: 'active',
    articles: 2,
    isMe: false,
    manageable: true,
    counts: { articles: 2, says: 2, comments: 0, files: 0, bytes: 0 },
    personal: { password: true, passkeys: 0, social: [], sessions: [{ id: site.lin.sessionId, current: false }] },
    notes: [],
    may: { note: true },
  });
  expect(member.may.roles).toContain('owner');
  expect(member.recent.map(({ text }) => text).sort()).toEqual(['雨', '雨停了'].sort());
  expect(member.recent.find(({ kind }) => kind === 'article')?.path).toBe(`/article/${articleId}`);
  expect(JSON.stringify(member)).not.toMatch(/Hash|argon|scrypt/);
  await expect(members().info({ query: { id: 999 } })).rejects.toMatchObject({ id: 'not-found' });
});

test.each([
  ['moderator', { note: true }],
  ['demo', { note: false }],
] as const)(
  '%s sees no mailbox, device, way in or last visit, and finds nobody by their mailbox',
  async (role, { note }) => {
    await giveAccount(site, site.lin, { email: 'lin@example.com', password: 'a long enough one' });
    await members().addNote({ body: { id: site.lin.id, text: '老朋友' } });
    await set(site.lin, { seenAt: Date.now() });
    const viewer = await as(role);
    const { records } = await members(viewer).list({ query: {} });
    expect(records.map(({ nickname, email }) => [nickname, email])).toContainEqual(['小林', '••••']);
    expect(await names({ text: 'lin@' }, viewer)).toEqual([]);
    expect(await names({ seen: '7' }, viewer)).toHaveLength(3);
    expect(records.every(({ seenAt }) => seenAt === null)).toBe(true);
    const member = await members(viewer).info({ query: { id: site.lin.id } });
    expect(member).toMatchObject({ email: '••••', personal: null, manageable: false, may: { roles: [], note } });
    expect(member.notes?.map(({ text }) => text)).toEqual(note ? ['老朋友'] : undefined);
    expect(JSON.stringify([records, member])).not.toContain('lin@example.com');
  },
);

test('staff remove their own notes, managers of members any', async () => {
  const moderator = await as('moderator');
  const { id: one } = await members().addNote({ body: { id: site.lin.id, text: '来信问过两次' } });
  const { id: two } = await members(moderator).addNote({ body: { id: site.lin.id, text: '说话和气' } });
  const notes = async (viewer?: Viewer) =>
    (await members(viewer).info({ query: { id: site.lin.id } })).notes?.map(({ text, author, removable }) => [
      text,
      author,
      removable,
    ]);
  expect(await notes(moderator)).toEqual([
    ['说话和气', '阿明', true],
    ['来信问过两次', '站长', false],
  ]);
  await expect(members(moderator).removeNote({ query: { id: one } })).rejects.toMatchObject({ id: 'not-allowed' });
  await members().removeNote({ query: { id: two } });
  await expect(members().removeNote({ query: { id: two } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await notes()).toEqual([['来信问过两次', '站长', true]]);
  await expect(members().addNote({ body: { id: 999, text: '谁' } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(members().addNote({ body: { id: site.lin.id, text: ' ' } })).rejects.toMatchObject({ field: 'text' });
  const acts = await site.db.selectFrom('auditLog').select('act').orderBy('id').execute();
  expect(acts.map(({ act }) => act)).toEqual(['users.note', 'users.note', 'users.unnote']);
});
