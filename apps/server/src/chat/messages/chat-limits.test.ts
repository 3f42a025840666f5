import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { testSite, tokenOf } from '../../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite({ limits: true });
});
afterEach(() => site.close());

const send = (text: string) =>
  site.app.inject({
    method: 'POST',
    url: '/v1/im/chat',
    headers: { authorization: tokenOf(site.lin) },
    payload: { roomId: group, text, key: text },
  });

test('twenty consecutive messages are accepted, further ones get a wait time, and other members are unaffected', async () => {
  const conversation = chatIn(site);
  const replies: Awaited<ReturnType<typeof send>>[] = [];
  for (let at = 0; at < 30; at++) replies.push(await send(`第${at}句，各不相同`));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(200), ...Array(10).fill(429)]);
  for (const { headers } of replies.slice(20)) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(textOf(await conversation.say(site.ming, '我说一句'))).toBe('我说一句');
  expect((await conversation.history(site.owner)).records).toHaveLength(21);
});

test('of a hundred messages at once twenty are accepted, and nobody else waits', async () => {
  const replies = await Promise.all(Array.from({ length: 100 }, (_, at) => send(`第${at}句，各不相同`)));
  const codes = replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  expect(codes).toEqual([...Array(20).fill(200), ...Array(80).fill(429)]);
  expect(textOf(await chatIn(site).say(site.ming, '我说一句'))).toBe('我说一句');
});
