import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordStrength, passwordWeakness } from './password-strength.ts';

const person = { email: 'lin.qiu@example.com', nickname: '林间秋叶' };

const common = `
  woaini1314 woaini5201314 qwer1234 a123456 a12345678 password P@ssw0rd Passw0rd1 qwe123456 asd123456 abcd1234 Aa123456
  iloveyou520 wang123456 admin888 woaiwojia qq123456 zhang1990 147258369a nihao123 password2024 a19900101 lin123456
  zxcvbnm1 13812345678-Lin
`;

test.each(common.trim().split(/\s+/))('%s is too common', (password) => {
  expect(passwordWeakness(password, person)).toMatch(/太常见/);
});

test.each([
  ['aaaaaaaa', /重复或连续/],
  ['abababab', /重复或连续/],
  ['abcabcabc', /重复或连续/],
  ['12345678', /重复或连续/],
  ['87654321', /重复或连续/],
  ['abcdefgh', /重复或连续/],
  ['qwertyuiop', /重复或连续/],
  ['1q2w3e4r', /重复或连续/],
  ['1qaz2wsx', /重复或连续/],
  ['5201314', /只有数字/],
  ['13812345678', /手机号/],
  ['+8613812345678', /手机号/],
  ['19900101', /生日/],
  ['73829104', /只有数字/],
  ['lin.qiu2024', /邮箱的名字/],
  ['xxLIN.QIUxx', /邮箱的名字/],
  ['我是林间秋叶呀', /昵称/],
])('%s is refused for a reason of its own', (password, reason) => {
  expect(passwordWeakness(password, person)).toMatch(reason);
});

test.each([
  'a long enough one',
  'correct horse battery',
  'k3Xp9vQz',
  '竹杖芒鞋轻胜马',
  '13812345678-Mozart',
  'Yu-shui.1990.chun',
  'violinConcerto88',
  '雨水惊蛰春分清明',
  'hunter2-and-more',
  '9f86d081884c7d65',
])('%s is accepted', (password) => {
  expect(passwordWeakness(password, person)).toBeUndefined();
});

test('a short name counts only as one common part more', () => {
  const lin = { email: 'lin@example.com', nickname: '小林' };
  expect(passwordWeakness('lin88888', lin)).toMatch(/太常见/);
  expect(passwordWeakness('小林小林1234', lin)).toMatch(/太常见/);
  expect(passwordWeakness('violin-und-Klavier', lin)).toBeUndefined();
});

test('any text is judged, also without a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (password, nickname) => {
      const reason = passwordWeakness(password, { nickname, email: null });
      expect(reason === undefined || reason.length > 0).toBe(true);
      expect([0, 1, 2, 3, 4]).toContain(passwordStrength(password));
    }),
  );
});

test('whatever holds the mailbox’s name is refused', () => {
  const name = fc.stringMatching(/^[a-z]{4,12}$/);
  fc.assert(
    fc.property(name, fc.string(), fc.string(), (mailbox, before, after) => {
      const password = `${before}${mailbox.toUpperCase()}${after}`;
      expect(passwordWeakness(password, { email: `${mailbox}@example.com` })).toBeDefined();
    }),
  );
});

test('random passwords of ten characters are accepted', () => {
  const sign = fc.constantFrom(...'acehkmpruxyACEHKMPRUXY2479');
  fc.assert(
    fc.property(fc.uniqueArray(sign, { minLength: 10, maxLength: 10 }), (signs) => {
      expect(passwordWeakness(signs.join('')), signs.join('')).toBeUndefined();
    }),
    { seed: 1 },
  );
});

test('the meter rises from refused to good', () => {
  const passwords = ['short', 'woaini1314', 'k3xp9vqz', 'k3Xp9vQz', 'k3Xp9vQz-w', 'correct horse battery staple'];
  expect(passwords.map((password) => passwordStrength(password))).toEqual([0, 0, 2, 2, 3, 4]);
});
