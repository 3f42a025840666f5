import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, spellEmail } from './email.ts';
import { emailField } from './fields.ts';

const field = emailField('请输入账号');

test.each([
  ['lin@example.com', 'lin@example.com'],
  ['  Lin@Example.COM ', 'lin@example.com'],
  ['lin+blog@example.com', 'lin+blog@example.com'],
  ["o'brien@example.co.uk", "o'brien@example.co.uk"],
  ['a/b=c!#$%&*?^_`{|}~-@example.com', 'a/b=c!#$%&*?^_`{|}~-@example.com'],
  ['x@a-b.c-d.museum', 'x@a-b.c-d.museum'],
  ['10001@qq.com', '10001@qq.com'],
  ['ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'lin@example.com'],
  ['owner@example。com', 'owner@example.com'],
  ['ｏｗｎｅｒ＠ｅｘａｍｐｌｅ｡ｃｏｍ', 'owner@example.com'],
  ['first。last@mail。example．co。uk', 'first.last@mail.example.co.uk'],
  ['　lin @ example . com　', 'lin@example.com'],
  ['lin﹫example﹒com', 'lin@example.com'],
  ['lin@example.com。', 'lin@example.com'],
  ['\u202alin@\u200bexample.com\ufeff', 'lin@example.com'],
  ['小林@例子.中国', '小林@xn--fsqu00a.xn--fiqs8s'],
  ['lin@BÜCHER.de', 'lin@xn--bcher-kva.de'],
])('%s is the mailbox %s', (input, spelled) => {
  expect(field.parse(input)).toBe(spelled);
});

test.each([
  ...['', '   '].map((text) => [text, '请输入账号']),
  ...['lin', 'lin@', '@example.com', 'lin@example', 'lin@@example.com', 'lin@exa mple.com', 'l in@example.com'].map(
    (text) => [text, '请输入正确的邮箱'],
  ),
  ...['.lin@example.com', 'lin.@example.com', 'l..n@example.com', 'lin@.com', 'lin@-a.com', 'lin@a-.com'].map(
    (text) => [text, '请输入正确的邮箱'],
  ),
  ...['lin@127.0.0.1', 'lin@[127.0.0.1]', 'lin@1.2', 'lin@example.com:25', 'lin@example.com/x', 'lin@%61.com'].map(
    (text) => [text, '请输入正确的邮箱'],
  ),
  ...['"lin"@example.com', 'lin<x>@example.com', 'lin,ming@example.com', 'lin@example.com\nBcc: all@example.com'].map(
    (text) => [text, '请输入正确的邮箱'],
  ),
  [`${'x'.repeat(65)}@example.com`, '请输入正确的邮箱'],
  [`${'x'.repeat(64)}@${'y'.repeat(40)}.com`, '邮箱过长'],
])('%j is refused: %s', (input, text) => {
  expect(field.safeParse(input).error?.issues[0]?.message).toBe(text);
});

test('normalizing a mailbox twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.domain(), (name, domain) => {
      const spelled = spellEmail(`${name}@${domain}`);
      if (isEmail(spelled)) expect(spellEmail(spelled)).toBe(spelled);
    }),
  );
});
