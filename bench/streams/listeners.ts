import { connect, type Socket } from 'node:net';

// process that holds the streams, controlled over IPC
// open: opens streams. say: sends messages at an interval and replies when each stream has received all.
// count: forgets what arrived. counted: how long messages of `Date.now()-` in their text took, at every hundredth stream.
export type Task =
  | { is: 'open'; count: number }
  | { is: 'say'; count: number; every: number }
  | { is: 'stand still' | 'count' | 'counted' };
/** Milliseconds from sending to arrival, per stream and message. */
export type Arrivals = number[][];

const [url = '', prefix = '', each = '1'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const sockets: Socket[] = [];
const sentAt = new Map<string, number>();
const arrivals = new Map<string, number[]>();
let said = 0;
/** Set while only some streams are read, at a rate that all together would not allow. */
let sampled: number[] | undefined;

/** `each`: streams of one member. */
const token = (index: number) => `${prefix}${Math.floor(index / Number(each))}`;
const addressOf = (index: number) => `10.0.${index >> 8}.${index & 255}`;

process.on('message', async (task: Task) => {
  if (task.is === 'open') await open(task.count);
  if (task.is === 'stand still') sockets[0]?.pause();
  if (task.is === 'count') sampled = [];
  process.send?.(task.is === 'say' ? await say(task) : task.is === 'counted' ? [sampled] : null);
});

process.on('disconnect', () => process.exit());

async function open(count: number) {
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(50, count - sockets.length) }, (_, n) => listen(sockets.length + n));
    sockets.push(...(await Promise.all(batch)));
  }
}

/** Parses as little as possible, since this process shares the two cores. */
function listen(index: number) {
  return new Promise<Socket>((done, fail) => {
    const socket = connect(Number(port), hostname);
    const request = ['GET /v1/stream?topic=group HTTP/1.1', 'host: bench', `authorization: ${token(index)}`];
    socket.write(`${request.join('\r\n')}\r\nx-forwarded-for: ${addressOf(index)}\r\n\r\n`);
    socket.on('error', fail).on('data', (chunk) => {
      if (sampled && index % 100 > 0) return;
      const text = chunk.toString('latin1');
      if (text.includes('event: chat')) take(text);
      else if (text.includes('event: hello')) done(socket);
    });
  });
}

function take(text: string) {
  const now = performance.now();
  const clock = performance.timeOrigin + now;
  if (sampled) for (const [, sent] of text.matchAll(/at-(\d+)-/g)) sampled.push(clock - Number(sent));
  for (const [, key = ''] of text.matchAll(/bench-(\d+)-/g)) arrivals.get(key)?.push(now - (sentAt.get(key) ?? now));
}

async function say({ count, every }: { count: number; every: number }): Promise<Arrivals> {
  const first = said;
  const sending: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    sending.push(send(said++));
    await new Promise((done) => setTimeout(done, every));
  }
  await Promise.all(sending);
  const keys = Array.from({ length: count }, (_, n) => String(first + n));
  const isThere = () => keys.every((key) => (arrivals.get(key)?.length ?? 0) >= sockets.length - 1);
  for (let tries = 0; tries < 600 && !isThere(); tries++) await new Promise((done) => setTimeout(done, 50));
  return keys.map((key) => arrivals.get(key) ?? []);
}

async function send(number: number) {
  const index = number % sockets.length;
  sentAt.set(String(number), performance.now());
  arrivals.set(String(number), []);
  const answer = await fetch(`${url}/v1/im/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token(index), 'x-forwarded-for': addressOf(index) },
    body: JSON.stringify({
      roomId: 1,
      text: `bench-${number}-雨下了一夜，院子里的石榴花落了一地。`,
      key: `k${number}`,
    }),
  });
  if (!answer.ok) throw new Error(`没有发出去：${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
