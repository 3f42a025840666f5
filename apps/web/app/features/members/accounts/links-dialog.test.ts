import { expect, test } from 'vitest';
import { offeredLinks } from './links-dialog.tsx';

const byReply = { reply: true, page: false };

test('only allowed providers can be linked, and WeChat only with its own login page', () => {
  expect(offeredLinks({ loginTypeList: [1, 6, 5], wechatWays: byReply })).toEqual(['github']);
  expect(offeredLinks({ loginTypeList: [1, 6, 5], wechatWays: { ...byReply, page: true } })).toEqual([
    'wechat',
    'github',
  ]);
  expect(offeredLinks({ loginTypeList: [1], wechatWays: byReply })).toEqual([]);
});
