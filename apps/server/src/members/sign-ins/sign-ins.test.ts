import { chinaDay, dayName, dayNumber } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { signInState, signInToday } from './sign-ins.ts';

const site = freshSite();

const rows = () => site.db.selectFrom('signIns').selectAll().execute();
const add = (...days: string[]) =>
  site.db
    .insertInto('signIns')
    .values(days.map((day) => ({ userId: site.ming.id, day })))
    .execute();
/** As 阿明 sees it at noon of a day in China. */
const on = (day: string) => signInState(site.db, site.ming, Date.parse(`${day}T12:00:00+08:00`));

test('a member without sign-ins has a streak of zero', async () => {
  expect(await site.as(site.ming).signIns.state()).toEqual({
    streak: 0,
    today: false,
    total: 0,
    week: Array(7).fill(false),
  });
});

test('signing in counts today, by the server’s date, and only for oneself', async () => {
  const before = chinaDay(Date.now());
  const state = await site.as(site.ming).signIns.sign();
  expect(state).toMatchObject({ streak: 1, today: true, total: 1 });
  expect(state.week.filter(Boolean)).toHaveLength(1);
  expect(await rows()).toEqual([{ userId: site.ming.id, day: expect.any(String) }]);
  expect([before, chinaDay(Date.now())]).toContain((await rows())[0]?.day);
  expect(await site.as(site.ming).signIns.state()).toEqual(state);
  expect(await site.as(site.lin).signIns.state()).toMatchObject({ total: 0, today: false });
});

test('a date or member sent along changes nothing: the caller signs in today', async () => {
  const headers = { authorization: `token-${site.ming.id}` };
  const payload = { day: '2020-01-01', userId: site.lin.id };
  const before = chinaDay(Date.now());
  for (const request of [{ url: '/v1/signIn/?day=2020-01-01' }, { url: '/v1/signIn/', payload }])
    await site.app.inject({ method: 'POST', headers, ...request });
  expect(await rows()).toEqual([{ userId: site.ming.id, day: expect.any(String) }]);
  expect([before, chinaDay(Date.now())]).toContain((await rows())[0]?.day);
});

test('signing in twice a day, also concurrently, is no error and counts once', async () => {
  const noon = Date.parse('2026-05-01T12:00:00+08:00');
  const states = await Promise.all(Array.from({ length: 20 }, () => signInToday(site.db, site.ming, noon)));
  for (const state of states) expect(state).toMatchObject({ streak: 1, total: 1, today: true });
  expect(await signInToday(site.db, site.ming, noon + 1)).toMatchObject({ total: 1 });
  expect(await rows()).toHaveLength(1);
});

test('the day begins at midnight in China', async () => {
  await signInToday(site.db, site.ming, Date.parse('2026-04-30T15:59:59Z'));
  await signInToday(site.db, site.ming, Date.parse('2026-04-30T16:00:00Z'));
  expect((await rows()).map(({ day }) => day)).toEqual(['2026-04-30', '2026-05-01']);
});

test('a streak lasts while today is still open, and ends with a day left out', async () => {
  await add('2026-05-01', '2026-05-02', '2026-05-04', '2026-05-05');
  expect(await on('2026-05-05')).toMatchObject({ streak: 2, today: true, total: 4 });
  expect(await on('2026-05-06')).toMatchObject({ streak: 2, today: false, total: 4 });
  expect(await on('2026-05-07')).toMatchObject({ streak: 0, today: false, total: 4 });
});

test('future days, from a wrong clock, do not count', async () => {
  await add('2026-05-01', '2026-05-02', '2026-05-09');
  expect(await on('2026-05-02')).toMatchObject({ streak: 2, today: true, total: 2 });
});

test('a streak continues across months, years and leap days', async () => {
  await add('2027-12-30', '2027-12-31', '2028-01-01');
  expect((await on('2028-01-01')).streak).toBe(3);
  await add('2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01');
  expect((await on('2028-03-01')).streak).toBe(4);
});

test('a streak of four hundred days is counted whole', async () => {
  const last = dayNumber(Date.parse('2026-05-01T12:00:00+08:00'));
  await add(...Array.from({ length: 400 }, (_, ago) => dayName(last - ago)), dayName(last - 401));
  expect(await on('2026-05-01')).toMatchObject({ streak: 400, total: 401 });
});

test('the week is shown from Monday to Sunday', async () => {
  // 27 April 2026 is a Monday
  await add('2026-04-26', '2026-04-27', '2026-04-29', '2026-05-03');
  expect((await on('2026-04-27')).week).toEqual([true, false, false, false, false, false, false]);
  expect((await on('2026-05-03')).week).toEqual([true, false, true, false, false, false, true]);
  expect((await on('2026-05-04')).week).toEqual(Array(7).fill(false));
  expect((await on('2026-04-26')).week).toEqual([false, false, false, false, false, false, true]);
});

test('visitors do not sign in', async () => {
  await expect(site.as(null).signIns.state()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.as(null).signIns.sign()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.withToken('token-999').signIns.sign()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await rows()).toEqual([]);
});
