import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { issueTicket, isTicketGood, offerTicket, takeTicket } from './tickets.ts';

const kind = { name: 'note', seconds: 300 };
const day = 24 * 3_600_000;
const start = Date.parse('2026-11-21T08:00:00Z');

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  store = await testDatabase();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

test('a ticket is redeemed once, for its kind only', async () => {
  const secret = await issueTicket(store.db, kind, { about: '茶' });
  expect(await takeTicket(store.db, { ...kind, name: 'other' }, secret)).toBeUndefined();
  expect(await isTicketGood(store.db, kind, secret)).toBe(true);
  expect(await takeTicket(store.db, kind, secret)).toEqual({ about: '茶' });
  expect(await takeTicket(store.db, kind, secret)).toBeUndefined();
});

test.each([
  ['a second before its end', 299_000, true],
  ['at its end', 300_000, false],
  ['a day forward', day, false],
  ['half a minute back', -30_000, true],
  ['a day back', -day, false],
])('set %s, the clock makes a ticket good: %3$s', async (_where, jump, isGood) => {
  const secret = await issueTicket(store.db, kind, { about: '茶' });
  vi.setSystemTime(start + jump);
  expect(await isTicketGood(store.db, kind, secret)).toBe(isGood);
  expect(await takeTicket(store.db, kind, secret)).toEqual(isGood ? { about: '茶' } : undefined);
});

test('a short secret is free again after its time, and once the clock was set back', async () => {
  const offer = () => offerTicket(store.db, kind, {}, '123456');
  expect([await offer(), await offer()]).toEqual([true, false]);
  vi.setSystemTime(start + 300_000);
  expect([await offer(), await offer()]).toEqual([true, false]);
  vi.setSystemTime(start - day);
  expect([await offer(), await offer()]).toEqual([true, false]);
});

test('reissuing a secret renews its lifetime', async () => {
  await issueTicket(store.db, kind, {}, { secret: 'mine' });
  vi.setSystemTime(start + 200_000);
  await issueTicket(store.db, kind, {}, { secret: 'mine' });
  vi.setSystemTime(start + 400_000);
  expect(await isTicketGood(store.db, kind, 'mine')).toBe(true);
});
