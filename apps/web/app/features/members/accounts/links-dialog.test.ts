import { expect, test } from 'vitest';
import { offeredLinks } from './links-dialog.tsx';

const byReply = { reply: true, page: false };

test('only what the owner has opened can be linked, and WeChat only where it has a page of its own', () => {
  expect(offeredLinks({ loginTypeList: [1, 6, 5], wechatWays: byReply })).toEqual(['github']);
  expect(offeredLinks({ loginTypeList: [1, 6, 5], wechatWays: { ...byReply, page: true } })).toEqual([
    'wechat',
    'github',
  ]);
  expect(offeredLinks({ loginTypeList: [1], wechatWays: byReply })).toEqual([]);
});
