import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { fetchAnswer } from './fetch-hot.ts';
import { type Answer, openStandIn } from './stand-in.ts';

let standIn: Awaited<ReturnType<typeof openStandIn>>;

beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(() => standIn.close());

const limits = { time: 20_000, bytes: 10_000 };
/** For who never answers. */
const short = { ...limits, time: 300 };

function fetched(answer: Answer, within = limits) {
  standIn.answers(answer);
  return fetchAnswer(`${standIn.url}/list`, { 'user-agent': 'mojian' }, within);
}

async function refusal(answer: Answer, within = limits) {
  const error = await fetched(answer, within).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(NoAnswer);
  return (error as NoAnswer).message;
}

test('JSON is read whatever its content type', async () => {
  expect(await fetched({ data: ['雨水'] })).toEqual({ data: ['雨水'] });
  expect(await fetched((response) => response.setHeader('content-type', 'text/html').end('[1]'))).toEqual([1]);
  expect(standIn.asked[0]?.headers['user-agent']).toBe('mojian');
});

test('HTML, truncated JSON and an empty body are refused', async () => {
  expect(await refusal('<!doctype html><title>验证</title>')).toBe('对方的响应无法识别');
  expect(await refusal('{"data":[{"title":"雨')).toBe('对方的响应无法识别');
  expect(await refusal('')).toBe('对方的响应无法识别');
  expect(await refusal((response) => response.writeHead(204).end())).toBe('对方的响应无法识别');
});

test('a refusal and a fault are distinguished', async () => {
  for (const [status, text] of [
    [401, '对方拒绝了请求'],
    [403, '对方拒绝了请求'],
    [429, '对方限制了请求次数'],
    [502, '对方的服务器出错了'],
    [304, '对方拒绝了请求'],
  ] as const)
    expect(await refusal((response) => response.writeHead(status).end('{"data":[]}'))).toBe(text);
});

test('a redirect is followed on the same host and nowhere else', async () => {
  const to =
    (location: string): Answer =>
    (response) =>
      response.writeHead(302, { location }).end();
  standIn.answersByPath((path) => (path === '/list' ? to('/moved') : { moved: true }));
  expect(await fetchAnswer(`${standIn.url}/list`, {}, limits)).toEqual({ moved: true });

  const other = await openStandIn();
  other.answers({ secret: true });
  expect(await refusal(to(`${other.url}/list`))).toBe('对方跳转到了别的地址');
  expect(await refusal(to(`//127.0.0.2:1/list`))).toBe('对方跳转到了别的地址');
  expect(await refusal(to('file:///etc/passwd'))).toBe('对方跳转到了别的地址');
  expect(other.asked).toEqual([]);
  await other.close();

  standIn.asked.length = 0;
  expect(await refusal(to('/list'))).toBe('对方跳转到了别的地址');
  expect(standIn.asked).toHaveLength(4);
  expect(await refusal(to('http://['))).toBe('对方跳转到了别的地址');
});

test('slow answers time out, also when dripping', async () => {
  expect(await refusal(() => {}, short)).toBe('对方迟迟没有应答');
  expect(
    await refusal((response) => {
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dripping));
    }, short),
  ).toBe('对方迟迟没有应答');
});

test('answers are read up to the limit, compressed or endless', async () => {
  expect(await refusal(`"${'长'.repeat(4000)}"`)).toBe('对方的答复太长');
  const packed = gzipSync(`"${'0'.repeat(5_000_000)}"`);
  expect(await refusal((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))).toBe(
    '对方的答复太长',
  );
  let closed = false;
  await refusal((response) => {
    const send = () => {
      while (response.write('0'.repeat(1000)));
    };
    response.on('drain', send).on('close', () => {
      closed = true;
    });
    send();
  });
  await expect.poll(() => closed).toBe(true);
});

test('an answer with a wrong length is discarded', async () => {
  const tooMuch: Answer = (response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('{"data":[]}');
    setTimeout(() => response.destroy(), 20);
  };
  expect(await refusal(tooMuch)).toBe('对方没有应答');
  const tooLittle: Answer = (response) => response.writeHead(200, { 'content-length': 5 }).end('{"data":[]}');
  expect(await refusal(tooLittle)).toBe('对方的响应无法识别');
});

test('a dead host and one that does not speak HTTP give no answer', async () => {
  expect(await fetchAnswer('http://127.0.0.1:1/', {}, limits).catch((error: Error) => error.message)).toBe(
    '对方没有应答',
  );
  expect(await refusal((response) => response.socket?.destroy())).toBe('对方没有应答');

  const babbler = createServer((socket) => socket.on('error', () => {}).end('你好\r\n\r\n'));
  await new Promise<void>((resolve) => babbler.listen(0, '127.0.0.1', resolve));
  const { port } = babbler.address() as { port: number };
  await expect(fetchAnswer(`http://127.0.0.1:${port}/`, {}, limits)).rejects.toThrow('对方没有应答');
  babbler.close();
});
