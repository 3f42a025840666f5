import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { checkLength, checkPictures, checkText, fieldOf } from './checks.ts';

const rule = { noun: '评论', most: 3 };

test('an invisible or overlong text is refused', () => {
  for (const text of ['', '  \n', '\u200b']) expect(checkText(text, rule)?.message).toBe('评论不能为空');
  expect(checkText('', { ...rule, empty: '请输入内容' })?.message).toBe('请输入内容');
  expect(checkText('一二三四', rule)).toMatchObject({ message: '评论不能超过 3 个字', field: 'text' });
  expect(checkText(' 𠮷𠮷𠮷 ', rule)).toBeUndefined();
  expect(checkLength('', rule, 'place')).toBeUndefined();
});

test('nothing is sent without a picture that failed or is still on its way', () => {
  const failed = { wrong: '上传失败' };
  const sending = { wrong: undefined };
  expect(checkPictures([])).toBeUndefined();
  expect(checkPictures([sending])?.message).toBe('图片还在上传，请稍候');
  expect(checkPictures([sending, failed])?.message).toBe('有图片上传失败，请重试或移除');
});

test('a refusal belongs to the field its path begins with', () => {
  expect(fieldOf(new Failure('invalid-input', '', 'pictures.0'))).toBe('pictures');
  expect(fieldOf(new Failure('unavailable'))).toBe('');
});
