import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { dropOldTickets, issueTicket } from '../../platform/tickets/tickets.ts';
import { issueHandover } from './handover.ts';

const start = 1_800_000_000_000;
// before the site, whose sessions begin then
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
const site = freshSite();

const issue = () => issueHandover(site.db, { userId: site.lin.id, way: 'github' });
const exchange = (token: string) => site.as(null).sessions.byToken({ query: { token } });
const sessions = () => site.db.selectFrom('sessions').select('way').where('userId', '=', site.lin.id).execute();
const refused = { id: 'signed-out', message: '登录已失效，请重新登录' };

test('a handover is exchanged once for a session’s own token', async () => {
  const handover = await issue();
  const { token = '', ...me } = await exchange(handover);
  expect(me).toMatchObject({ id: site.lin.id, nickname: '小林' });
  expect(token).not.toBe(handover);
  expect(await site.withToken(token).sessions.list()).toContainEqual(
    expect.objectContaining({ current: true, way: 'github' }),
  );
  await expect(exchange(handover)).rejects.toMatchObject(refused);
  expect(await sessions()).toHaveLength(2);
});

test('one of concurrent uses of a handover code logs in', async () => {
  const handover = await issue();
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => exchange(handover)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sessions()).toHaveLength(2);
});

test('a handover is good for one minute', async () => {
  const [early, late] = [await issue(), await issue()];
  vi.setSystemTime(start + 59_999);
  await exchange(early);
  vi.setSystemTime(start + 60_000);
  await expect(exchange(late)).rejects.toMatchObject(refused);
  expect(await sessions()).toHaveLength(2);
});

test('a handover opens nothing by itself', async () => {
  const handover = await issue();
  await expect(site.withToken(handover).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  await exchange(handover);
});

test('a ticket of another kind is no handover, and stays good for its own', async () => {
  const ticket = await issueTicket(
    site.db,
    { name: 'captcha-used', seconds: 60 },
    { userId: site.owner.id, way: 'password' },
  );
  await expect(exchange(ticket)).rejects.toMatchObject(refused);
  expect(await site.db.selectFrom('tickets').select('kind').execute()).toEqual([{ kind: 'captcha-used' }]);
});

test('only the hash of a handover is kept, until the clean-up', async () => {
  const handover = await issue();
  const rows = () => site.db.selectFrom('tickets').selectAll().execute();
  expect(await rows()).toHaveLength(1);
  expect(JSON.stringify(await rows())).not.toContain(handover);
  await dropOldTickets(site.db, start + 59_999);
  expect(await rows()).toHaveLength(1);
  await dropOldTickets(site.db, start + 60_000);
  expect(await rows()).toEqual([]);
});

test('a handover with a nonce is for the browser that has it; in another one it is used up', async () => {
  const begun = (nonce: string) => issueHandover(site.db, { userId: site.lin.id, way: 'github' }, nonce);
  const bring = (token: string, nonce?: string) =>
    site.as(null).sessions.byToken({ query: { token, ...(nonce !== undefined && { nonce }) } });
  expect(await bring(await begun('mine'), 'mine')).toMatchObject({ id: site.lin.id });
  const elsewhere = { id: 'not-allowed', message: expect.stringContaining('另一个浏览器') };
  for (const nonce of [undefined, '', 'theirs']) {
    const stolen = await begun('mine');
    await expect(bring(stolen, nonce)).rejects.toMatchObject(elsewhere);
    await expect(bring(stolen, 'mine')).rejects.toMatchObject(refused);
  }
  expect(await sessions()).toHaveLength(2);
});

test('a session is identified by the header only', async () => {
  expect(await site.as(site.lin).sessions.byToken({ query: {} })).toMatchObject({ id: site.lin.id });
  await expect(site.as(null).sessions.byToken({ query: {} })).rejects.toMatchObject(refused);
  await expect(site.withToken('made-up').sessions.byToken({ query: {} })).rejects.toMatchObject({ id: 'signed-out' });
});
