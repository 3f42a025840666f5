import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { buildWhenNeeded } from '../../scripts/build.js';
import { startFirst } from '../first-site.ts';
import { countSyncs, cpuOf, quantile, residentMegabytes } from '../server-use.ts';
import type { Arrivals, Task } from '../streams/listeners.ts';
import { fillMembers, tokenPrefix, writers } from './members.ts';

const members = 4000;
const article = '雨下了一夜，院子里的石榴花落了一地。早上起来，空气里有泥土的味道。\n\n'.repeat(80);
/** The settings of an idle and a busy room: `windows` send without pause, or `rate` messages a second. */
const streams = 2000;

type Site = Awaited<ReturnType<typeof startFirst>>;
type Act = (round: number) => Promise<unknown>;

/** Measures publishing, commenting and chatting: time, CPU of the server and fsyncs per act. */
export async function measureWriting(args: string[]) {
  buildWhenNeeded();
  const chosen = args.length > 0 ? args : ['publish', 'comment', 'chat', 'streams'];
  const site = await startFirst({ SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  try {
    await fillMembers(join(site.dataDir, 'mojian.db'), members);
    const first = await publish(site, 0);
    if (chosen.includes('publish'))
      await measure(site, '发布一篇（两次调用）', 40, (round) => publish(site, round + 1));
    if (chosen.includes('comment')) await measure(site, '发一条评论', 200, (round) => comment(site, first, round));
    if (chosen.includes('chat')) await measureChat(site);
    if (chosen.includes('streams')) await measureStreams(site);
  } finally {
    await site.remove();
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const calm = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Acts one after another, then some more for the fsyncs, which slow it down when they are watched. */
async function measure({ pid = 0 }: Site, name: string, rounds: number, act: Act) {
  const warm = Math.ceil(rounds / 4);
  for (let round = 0; round < warm; round++) await act(round);
  await calm(1500);
  const times: number[] = [];
  const before = cpuOf(pid);
  for (let round = warm; round < warm + rounds; round++) {
    const begun = performance.now();
    await act(round);
    times.push(performance.now() - begun);
  }
  await calm(1500); // includes the outbox's work
  const cpu = (cpuOf(pid) - before) / rounds;
  const idle = await countSyncs(pid, () => calm(4000));
  const syncs = await countSyncs(pid, async () => {
    const begun = performance.now();
    for (let round = 0; round < warm; round++) await act(warm + rounds + round);
    await calm(Math.max(0, 4000 - (performance.now() - begun)));
  });
  const perAct = idle === undefined || syncs === undefined ? '?' : ((syncs - idle) / warm).toFixed(1);
  print(
    `${name}：p50 ${quantile(times, 0.5).toFixed(1)} ms，p99 ${quantile(times, 0.99).toFixed(1)} ms，处理器 ${cpu.toFixed(2)} ms，fsync ${perAct} 次`,
  );
}

async function publish(site: Site, round: number) {
  const content = {
    title: `雨水 ${round}`,
    markdown: `第 ${round} 篇。${article}`,
    tags: ['春', '雨', `第${round % 9}`],
  };
  const writer = caller(site, round % writers);
  const draft = await writer<{ id: number; version: number }>('POST', '/v1/article/', {
    key: crypto.randomUUID(),
    content: { ...blank, ...content },
  });
  await writer('POST', '/v1/article/submit', { id: draft.id, version: draft.version });
  return draft.id;
}

const blank = { summary: '', category: '', keywords: '' };

function comment(site: Site, articleId: number, round: number) {
  const body = { articleId, text: `第 ${round} 条：石榴花落了一地，也是好的。`, key: crypto.randomUUID() };
  return caller(site, writers + (round % (members - writers)))('POST', '/v1/comment/', body);
}

let said = 0;

function say(site: Site) {
  const number = said++;
  const text = `at-${Math.round(performance.timeOrigin + performance.now())}-${number}雨下了一夜，院子里的石榴花落了一地。`;
  return caller(site, writers + (number % (members - writers)))('POST', '/v1/im/chat', {
    roomId: 1,
    text,
    key: `k${number}`,
  });
}

async function measureChat(site: Site) {
  await measure(site, '说一句', 200, () => say(site));
  for (const windows of [4, 32]) await measureWindows(site, windows, 1600);
}

/** So many windows send without a pause. */
async function measureWindows(site: Site, windows: number, count: number) {
  const { pid = 0 } = site;
  const times: number[] = [];
  const cpuBefore = cpuOf(pid);
  const begun = performance.now();
  const window = async () => {
    for (let n = 0; n < count / windows; n++) {
      const sent = performance.now();
      await say(site);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: windows }, window));
  const rate = count / ((performance.now() - begun) / 1000);
  await calm(1000);
  const cpu = (cpuOf(pid) - cpuBefore) / count;
  print(
    `${windows} 处同时说：每秒 ${Math.round(rate)} 句，p50 ${quantile(times, 0.5).toFixed(1)}，p99 ${quantile(times, 0.99).toFixed(1)} ms，处理器 ${cpu.toFixed(2)} ms`,
  );
}

/** Sends at a steady rate to a room that many listen to. */
async function measureStreams(site: Site) {
  const { pid = 0 } = site;
  const listeners = startListeners(site.url);
  try {
    await listeners.ask({ is: 'open', count: streams });
    await calm(3000);
    for (const rate of [100, 300, 500]) {
      const seconds = 4;
      await listeners.ask({ is: 'count' });
      const cpuBefore = cpuOf(pid);
      const { times, spent } = await sayAtRate(site, rate, seconds);
      const cpu = (cpuOf(pid) - cpuBefore) / times.length;
      await calm(2500);
      const arrivals = (await listeners.ask({ is: 'counted' })).flat();
      print(
        `${streams} 条流，要每秒 ${rate} 句，得 ${Math.round(times.length / spent)}：收下 p50 ${quantile(times, 0.5).toFixed(1)}，p99 ${quantile(times, 0.99).toFixed(1)} ms；` +
          `送到 p50 ${quantile(arrivals, 0.5).toFixed(0)}，p99 ${quantile(arrivals, 0.99).toFixed(0)} ms（${arrivals.length} 份）；处理器 ${cpu.toFixed(2)} ms 一句，内存 ${residentMegabytes(pid)} MB`,
      );
    }
  } finally {
    listeners.stop();
  }
}

async function sayAtRate(site: Site, rate: number, seconds: number) {
  const times: number[] = [];
  const sending: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - begun) / 1000) * rate);
    for (; sent < due; sent++) {
      const at = performance.now();
      sending.push(say(site).then(() => void times.push(performance.now() - at)));
    }
    await calm(1);
  }
  await Promise.all(sending);
  return { times, spent: (performance.now() - begun) / 1000 };
}

function startListeners(url: string) {
  const child = fork(resolve(import.meta.dirname, '../streams/listeners.ts'), [url, tokenPrefix]);
  const gone = new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('听的进程没有了'))));
  return {
    ask: (task: Task) =>
      Promise.race([
        gone,
        new Promise<Arrivals>((done) => {
          child.once('message', (answer) => done(answer as Arrivals));
          child.send(task);
        }),
      ]),
    stop: () => child.disconnect(),
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Calls as a member, each from an address of their own. */
function caller({ url }: Site, member: number, address = `10.8.${member >> 8}.${member & 255}`) {
  return <Data>(method: string, path: string, body: object) =>
    new Promise<Data>((done, fail) => {
      const text = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        authorization: `${tokenPrefix}${member}`,
        'x-forwarded-for': address,
      };
      const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          received += chunk;
        });
        answer.on('end', () => {
          if (answer.statusCode !== 200) fail(new Error(`${path}：${answer.statusCode} ${received}`));
          else done((JSON.parse(received) as { data: Data }).data);
        });
      });
      sent.on('error', fail).end(text);
    });
}
