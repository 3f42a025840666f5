import { describe, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';
import { findOrAddGuest, type GuestInput } from './guest-rows.ts';

const site = freshSite();

const add = (guest: Partial<GuestInput> = {}) =>
  site.db
    .transaction()
    .execute((trx) => findOrAddGuest(trx, { name: '旧友', email: '', website: '', createdAt: 1000, ...guest }));
const rowOf = async (id: number) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const nameOf = async (name: string) => (await rowOf(await add({ name }))).nickname;

test('a guest is a row without e-mail, password or nickname key, known by name and e-mail', async () => {
  const id = await add({ email: ' Friend@Example.com ', website: 'https://friend.example/' });
  const row = await rowOf(id);
  expect(row).toMatchObject({
    nickname: '旧友',
    role: 'member',
    isGuest: 1,
    email: null,
    passwordHash: null,
    nicknameKey: null,
    website: 'https://friend.example/',
    createdAt: 1000,
  });
  expect(JSON.stringify(row).toLowerCase()).not.toContain('friend@');
  expect(await add({ email: 'friend@example.com', createdAt: 5000 })).toBe(id);
  expect(await add({ email: 'other@example.com' })).not.toBe(id);
  expect(await add({ email: 'no e-mail' })).toBe(await add());
  expect(await add({ name: 'Ｔｏｍ' })).toBe(await add({ name: 'tom' }));
});

test('the earliest text dates a guest, and the first known site stays', async () => {
  const id = await add({ createdAt: 5000 });
  await add({ createdAt: 2000, website: 'https://one.example/' });
  await add({ createdAt: null, website: 'https://two.example/' });
  expect(await rowOf(id)).toMatchObject({ createdAt: 2000, website: 'https://one.example/' });
});

test('one hash of an e-mail needs the secret of this site', async () => {
  const hash = async () => (await rowOf(await add({ email: 'a@example.com' }))).mailHash;
  const first = await hash();
  await site.db.updateTable('secrets').set({ value: 'another' }).where('name', '=', 'guestMails').execute();
  expect(await hash()).not.toBe(first);
});

describe('names', () => {
  test.each([
    ['  小\u200b雨\u202e\u0000 ', '小雨'],
    ['', '访客'],
    [' \u3164\u2800 ', '访客'],
    ['127.0.0.1', '访客'],
    ['2001:db8::1', '访客'],
    ['someone@example.com', 'someone'],
    ['a'.repeat(40), 'a'.repeat(30)],
    [`字${'\u0301'.repeat(9)}雨`, '雨'],
    ['一\n二', '一 二'],
    ['。。。', '。。。'],
    ['👨‍👩‍👧 家', '👨‍👩‍👧 家'],
    ['<b>&', '<b>&'],
  ])('%j becomes %j', async (name, shown) => {
    expect(await nameOf(name)).toBe(shown);
  });

  test.each([
    '小林',
    '小 林',
    '小林~',
    '站长',
    '［站长］',
    'Admin',
    'аdmin', // the first letter is Cyrillic
    '作者',
    '管理员',
    '沈砚',
    '砚边',
  ])('%s, which looks like somebody of this site, is marked', async (name) => {
    await site.db.transaction().execute(async (trx) => {
      await saveSettings(trx, 'identity', { name: '砚边' });
      await saveSettings(trx, 'author', { name: '沈砚' });
    });
    forgetSettings(site.db);
    expect(await nameOf(name)).toBe(`${name}（访客）`);
  });

  test('a marked name is not longer than others, and a name said to be nobody’s is not marked', async () => {
    await site.db
      .updateTable('users')
      .set({ nicknameKey: 'b'.repeat(20) })
      .where('id', '=', site.lin.id)
      .execute();
    expect(await nameOf('b'.repeat(20))).toBe(`${'b'.repeat(20)}（访客）`);
    expect([await nameOf('匿名'), await nameOf('访客')]).toEqual(['匿名', '访客']);
  });

  test('five megabytes are cut before they are looked at', async () => {
    const began = performance.now();
    expect(await nameOf('长'.repeat(5_000_000))).toBe('长'.repeat(30));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'friend.example', `https://a.example/${'x'.repeat(300)}`])(
  'a site like %.40s is none',
  async (website) => {
    expect((await rowOf(await add({ website }))).website).toBe('');
  },
);

test('twenty imports at once share one guest', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => add({ email: 'a@example.com' })));
  expect(new Set(ids).size).toBe(1);
});
