import { expect, test } from 'vitest';
import { findOrAddGuest } from '../src/core/guest-rows/guest-rows.ts';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { giveAccount } from './account.ts';
import { chatIn } from './chat.ts';
import { freshSite } from './fresh-site.ts';
import { callsSaying, callsThatSay, readEverything } from './read-everything.ts';

const site = freshSite();

/** 小林 says this in confidence only: in a chat, a draft, a private article and a private say. */
const secret = '只说一次';
/** Stands in an article that takes a code; who may edit others' articles reads those. */
const locked = '锁在里面';

async function confide() {
  const conversation = chatIn(site);
  const friend = await newMember('老友');
  await conversation.say(site.lin, secret, await conversation.roomOf(site.lin, friend));
  await site.writes({ title: secret, markdown: secret, state: 'draft' });
  await site.writes({ title: secret, markdown: secret, state: 'private' });
  await site.writes({ title: '要暗号', markdown: `开头。\n\n${locked}`, summary: '开头', readType: 3 });
  await site.says({ text: secret, isPublic: false });
}

async function newMember(nickname: string, role: Viewer['role'] = 'member'): Promise<Viewer> {
  const { secretHash } = await import('../src/platform/tickets/tickets.ts');
  const now = Date.now();
  const user = { nickname, nicknameKey: nickname, role, email: null, passwordHash: null, createdAt: now };
  const { id } = await site.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  const session = { userId: id, tokenHash: secretHash(`token-${id}`), way: 'password', device: '', place: '' };
  const times = { createdAt: now, usedAt: now, expiresAt: now + 3_600_000 };
  const made = site.db
    .insertInto('sessions')
    .values({ ...session, ...times })
    .returning('id');
  return { id, role, sessionId: (await made.executeTakeFirstOrThrow()).id, signedInAt: now };
}

/** Acts by which staff might reach for another account's confidences. `by` is who acts, `to` an account of theirs. */
type Reach = (by: Viewer, to: Viewer) => Promise<unknown>;

const acts: [string, Reach][] = [
  ['merging the account into one’s second account', (by, to) => merge(by, site.lin.id, to.id)],
  ['merging the account into one’s own', (by) => merge(by, site.lin.id, by.id)],
  [
    'merging one’s second account, with its ways to log in, into the account',
    async (by, to) => {
      await giveAccount(site, to, { email: 'second@example.com', password: 'a long enough one' });
      await merge(by, to.id, site.lin.id);
      const body = { email: 'second@example.com', password: 'a long enough one' };
      expect((await site.as(null).accounts.emailLogin({ body })).id).toBe(to.id);
    },
  ],
  [
    'making the second account an admin',
    (by, to) => site.office(by).members.changeRole({ body: { id: to.id, from: 'member', role: 'admin' } }),
  ],
  [
    'making the account an admin, and a member again',
    async (by) => {
      const { changeRole } = site.office(by).members;
      await changeRole({ body: { id: site.lin.id, from: 'member', role: 'admin' } });
      await changeRole({ body: { id: site.lin.id, from: 'admin', role: 'member' } });
    },
  ],
  [
    'merging a guest of the same name and mailbox into the second account',
    async (by, to) => {
      const guest = { name: '小林', email: 'lin@example.com', website: '', createdAt: 1 };
      const id = await site.db.transaction().execute((trx) => findOrAddGuest(trx, guest));
      await merge(by, id, to.id);
    },
  ],
  [
    'disabling the account',
    (by) => site.office(by).members.disable({ body: { id: site.lin.id, reason: '试', until: null } }),
  ],
];

function merge(by: Viewer, from: number, into: number) {
  return site.office(by).merges.merge({ body: { from, into } });
}

test.each(acts)('%s shows nobody what the member said in confidence', async (_act, act) => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: null });
  await confide();
  const [admin, second] = [await newMember('管事', 'admin'), await newMember('小号')];
  await act(admin, second).catch(() => {});
  await act(site.owner, second).catch(() => {});
  const { role } = await site.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow();
  const walk = { text: secret, rows: 8 };
  const seconds = await readEverything(site, second, walk);
  expect(callsSaying(secret, seconds)).toEqual([]);
  if (role === 'member') expect(callsSaying(locked, seconds)).toEqual([]);
  expect(await callsThatSay(secret, site, site.owner, walk)).toEqual([]);
});

test('the walk finds what its author reads', async () => {
  await confide();
  expect((await callsThatSay(secret, site, site.lin, { text: secret, rows: 8 })).length).toBeGreaterThan(3);
});

test('only the owner gets a link that logs in as a member, and the member is told', async () => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: 'a long enough one' });
  const [admin, peer] = [await newMember('管事', 'admin'), await newMember('同事', 'owner')];
  await giveAccount(site, peer, { email: 'peer@example.com', password: 'a long enough one' });
  const copy = (by: Viewer, { id }: Viewer) => site.office(by).members.resetLink({ body: { id, by: 'copy' } });
  await expect(copy(admin, site.lin)).rejects.toMatchObject({ id: 'not-allowed', field: 'by' });
  await expect(copy(site.owner, peer)).rejects.toMatchObject({ id: 'not-allowed', field: 'by' });
  expect(await site.db.selectFrom('tickets').select('kind').execute()).toEqual([]);
  await copy(site.owner, site.lin);
  const title = '站长为你的账号开了重设密码的链接';
  expect(await site.db.selectFrom('notices').select(['userId', 'title']).execute()).toEqual([
    { userId: site.lin.id, title },
  ]);
  expect((await site.letters()).map(({ to, subject }) => [to, subject])).toEqual([['lin@example.com', title]]);
  await site.office(admin).members.resetLink({ body: { id: site.lin.id, by: 'mail' } });
  expect((await site.letters()).at(-1)).toMatchObject({ to: 'lin@example.com', subject: '重设你的密码' });
});
