import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { afterFailure } from './sender.ts';

test('a rate-limited message is retried after the time the server gives', () => {
  expect(afterFailure(new Failure('too-many-requests', '慢一点', undefined, 7), 0)).toEqual({
    wait: 7000,
    why: '发送太频繁，稍后会自动重发',
  });
});

test('without a network sending is retried without end, with growing pauses', () => {
  const waits = [0, 3, 99].map((failures) => afterFailure(new Failure('unavailable'), failures));
  expect(waits.every((next) => 'wait' in next && next.wait <= 20_000)).toBe(true);
});

test('after repeated server errors the member has to retry', () => {
  expect(afterFailure(new Failure('unexpected'), 0)).toHaveProperty('wait');
  expect(afterFailure(new Failure('unexpected'), 9)).toMatchObject({ mayRetry: true });
});

test('a refusal has a reason, and says whether a retry may succeed', () => {
  expect(afterFailure(new Failure('not-allowed', '你已被禁言'), 0)).toEqual({ why: '你已被禁言', mayRetry: true });
  expect(afterFailure(new Failure('invalid-input', '消息不能为空'), 0)).toEqual({
    why: '消息不能为空',
    mayRetry: false,
  });
});
