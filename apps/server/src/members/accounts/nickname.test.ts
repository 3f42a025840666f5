import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { createMember, requireFree } from './create-member.ts';
import { checkNickname, fillNicknameKeys, freeNickname } from './nickname.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  store = await testDatabase();
});
afterEach(() => store.close());

const enter = (wanted: string) =>
  store.db.transaction().execute(async (trx) => {
    const names = await freeNickname(trx, wanted);
    await createMember(trx, names);
    return names.nickname;
  });
const users = () => store.db.selectFrom('users').select(['nickname', 'nicknameKey']).orderBy('id').execute();

test.each([
  '小林',
  'Lin Qiu',
  "O'Brien",
  '爱❤️',
  '👨‍👩‍👧‍👦一家',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🇨🇳',
  'がき',
  'नमस्ते',
  'Nguyễn',
  '·雨·',
  '小　林',
  'badminton',
  '远方来的访客们',
])('%s may be a nickname', (name) => {
  expect(checkNickname(name)).toBe(nicknameKey(name));
});

test.each([
  ['a control character', '小\u0007林', /看不见/],
  ['a line break', '小\n林', /看不见/],
  ['a zero-width space', '小\u200b林', /看不见/],
  ['a joiner outside emoji', '小\u200d林', /看不见/],
  ['a turn of direction', '小\u202e林', /看不见/],
  ['an isolate', '小\u2066林\u2069', /看不见/],
  ['a soft hyphen', 'ad\u00admin', /看不见/],
  ['a byte order mark', '\ufeff小林', /看不见/],
  ['a Hangul filler', '\u3164', /看不见/],
  ['a blank braille cell', '\u2800\u2800', /看不见/],
  ['a loose variation selector', '小\ufe0f林', /看不见/],
  ['a tag character', '小\u{e0041}林', /看不见/],
  ['half a surrogate pair', '小\ud800', /看不见/],
  ['a private-use sign', '小\ue000', /看不见/],
  ['a wide space of its own kind', '小\u2003林', /看不见/],
  ['piled-up marks', 'Z\u0335\u0321\u034b\u0358algo', /叠加/],
  ['nothing but signs', '……', /至少要有一个文字/],
  ['the site’s own voice', '管理员', /不能使用/],
  ['the owner’s title', '站长', /不能使用/],
  ['a disguised title', 'Аdm1n', /不能使用/],
  ['a spaced title', '系 统', /不能使用/],
  ['a title in traditional characters', '站長', /不能使用/],
  ['a title with a radical', '站⻓', /不能使用/],
  ['a title with more behind it', '管理員小王', /不能使用/],
  ['the site with a title', '墨箋官方', /不能使用/],
  ['the site’s helper', '墨笺助手', /不能使用/],
  ['a title among other words', 'Site-Admin', /不能使用/],
  ['a numbered title', 'admin007', /不能使用/],
  ['the mark of a guest', 'Alice（访客）', /不能使用/],
  ['the mark of a guest in brackets', 'Alice 【訪客】', /不能使用/],
  ['somebody who left', '已注销用户', /不能使用/],
  ['a visitor', '游客', /不能使用/],
])('%s is refused', (_what, name, reason) => {
  expect(() => checkNickname(name)).toThrow(
    expect.objectContaining({ id: 'invalid-input', field: 'nickname', message: expect.stringMatching(reason) }),
  );
});

test('the owner may use a title as nickname', () => {
  expect(checkNickname('站长', 'owner')).toBe(nicknameKey('站长'));
  expect(() => checkNickname('站\u200b长', 'owner')).toThrow();
});

test('nobody is named after the site, its author or an owner, in any spelling', async () => {
  const owner = {
    nickname: '沈砚',
    nicknameKey: null,
    role: 'owner',
    email: null,
    passwordHash: null,
    createdAt: 0,
  } as const;
  await store.db.insertInto('users').values(owner).execute();
  for (const name of ['沉硯', '沈砚本人', '【沈硯】', '墨笺']) {
    await expect(
      requireFree(store.db, { email: 'a@x.cn', nickname: name, nicknameKey: nicknameKey(name) }),
    ).rejects.toMatchObject({ id: 'taken', field: 'nickname' });
    expect(await enter(name), name).toMatch(/^新朋友/);
  }
});

test('keys of guests made by former rules are made anew at start-up, once', async () => {
  const guest = {
    nickname: '夕陽',
    nicknameKey: null,
    email: null,
    passwordHash: null,
    role: 'member',
    isGuest: 1,
  } as const;
  await store.db
    .insertInto('users')
    .values({ ...guest, guestKey: 'former:夕陽\nhash', createdAt: 0 })
    .execute();
  for (const _start of [1, 2]) {
    await fillNicknameKeys(store.db);
    expect(await store.db.selectFrom('users').select('guestKey').execute()).toEqual([{ guestKey: '夕阳\nhash' }]);
  }
});

test('a newcomer keeps their name or gets a similar one', async () => {
  expect(await enter('小林')).toBe('小林');
  expect(await enter('小 林')).toBe('小 林2');
  expect(await enter('小林')).toBe('小林3');
  expect(await enter('\u202e小\u200b林\n\u0000')).toBe('小林4');
  expect(await enter('管理员')).toBe('新朋友');
  expect(await enter('   ')).toBe('新朋友2');
  expect(await enter('\u3164')).toBe('新朋友3');
  expect(await enter('爱❤️👨‍👩‍👧‍👦')).toBe('爱❤️👨‍👩‍👧‍👦');
});

test('a long name is cut between characters and leaves room for a number', async () => {
  const long = '春夏秋冬'.repeat(10);
  expect(await enter(long)).toBe(long.slice(0, 20));
  expect(await enter(long)).toBe(`${long.slice(0, 19)}2`);
  expect(await enter(`${'a'.repeat(19)}👨‍👩‍👧‍👦`)).toBe('a'.repeat(19));
});

test('many newcomers of one name all get distinct names', async () => {
  const names = [];
  for (let count = 0; count < 15; count++) names.push(await enter('阿明'));
  expect(new Set(names.map(nicknameKey)).size).toBe(15);
});

test('a suggested nickname is always valid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (wanted) => {
      const { nickname, nicknameKey: key } = await store.db.transaction().execute((trx) => freeNickname(trx, wanted));
      expect(checkNickname(nickname)).toBe(key);
      expect(Array.from(nickname).length).toBeLessThanOrEqual(20);
    }),
  );
});

test('members without a key get one at start-up; of two look-alikes the older one gets it', async () => {
  for (const nickname of ['小林', '小 林', '阿明'])
    await store.db
      .insertInto('users')
      .values({ nickname, nicknameKey: null, role: 'member', email: null, passwordHash: null, createdAt: 0 })
      .execute();
  const filled = [
    { nickname: '小林', nicknameKey: '小林' },
    { nickname: '小 林', nicknameKey: null },
    { nickname: '阿明', nicknameKey: '阿明' },
  ];
  for (const _start of [1, 2]) {
    await fillNicknameKeys(store.db);
    expect(await users()).toEqual(filled);
  }
});
