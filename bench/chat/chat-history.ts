import { type ChatSite, startChat } from './fill-chat.ts';

const sizes = [100, 10_000, 200_000];
const rounds = 60;
const warmUp = 10;
const sends = 400;

type Act = (site: ChatSite, round: number) => Promise<unknown>;
type Page = { older: string | null; records: { id: number }[] };

const history = ({ call, big }: ChatSite, requested: object) =>
  call('GET /v1/im/selectUserImHistory', { query: { roomId: big, ...requested } });
const say = ({ call, group, peer }: ChatSite, key: string, roomId = group) =>
  call('POST /v1/im/chat', { body: { roomId, text: '说一句', key } }, peer);

/** Ids of the private room follow those of the group. */
const oldest = ({ messages }: ChatSite) => String(messages + 40);
const middle = ({ messages }: ChatSite) => messages + Math.floor(messages / 2);

const measured: [name: string, act: Act][] = [
  ['公共聊天室的最新一页', ({ call }) => call('GET /v1/im/', { query: {} })],
  ['私聊的最新一页', (site) => history(site, {})],
  ['往上翻一页', async (site) => history(site, { before: ((await history(site, {})) as Page).older ?? undefined })],
  ['最早的一页', (site) => history(site, { before: oldest(site) })],
  ['从中间的一条看起', (site) => history(site, { around: middle(site) })],
  ['两百个房间的名单（都没读）', ({ call }) => call('GET /v1/im/getRoomList', {})],
  ['铃铛上的数目', ({ call }) => call('GET /v1/im/getNewSystemNotice', {})],
  ['刚刚断了线', ({ call, seq }) => call('GET /v1/im/changes', { query: { seq: seq - 5 } })],
  ['从头补起的一页', ({ call }) => call('GET /v1/im/changes', { query: { seq: 0 } })],
  ['找一个少见的词', ({ call }) => call('GET /v1/im/search', { query: { text: '灯塔' } })],
  ['找一个句句都有的词', ({ call }) => call('GET /v1/im/search', { query: { text: '天气' } })],
  ['在一个房间里找', ({ call, big }) => call('GET /v1/im/search', { query: { text: '天气', roomId: big } })],
  ['说一句', (site, round) => say(site, `k${round}`)],
  ['读到最后', ({ call, big }) => call('GET /v1/im/read', { query: { roomId: big } })],
];

/** Makes the same calls on sites of three sizes in turn, so that other load affects all alike. */
export async function measureChatHistory() {
  await measureOn('SQLite');
  const { startPostgres } = await import('../../apps/server/test/start-postgres.ts');
  const { url, stop } = await startPostgres();
  process.env.TEST_DATABASE = url;
  try {
    await measureOn('PostgreSQL');
  } finally {
    delete process.env.TEST_DATABASE;
    await stop();
  }
}

async function measureOn(database: string) {
  const sites: ChatSite[] = [];
  try {
    for (const size of sizes) sites.push(await startChat(size));
    console.log(
      `\n${database}，一个房间里 ${sizes.map((size) => size.toLocaleString('en')).join(' / ')} 条，毫秒（中位数）`,
    );
    for (const [name, act] of measured) console.log(line(name, await measure(sites, act)));
    for (const site of sites) console.log(await measureSending(site));
  } finally {
    for (const site of sites) await site.close();
  }
}

async function measure(sites: ChatSite[], act: Act) {
  const times: number[][] = sites.map(() => []);
  for (let round = 0; round < rounds + warmUp; round++)
    for (const [n, site] of sites.entries()) {
      const begun = performance.now();
      await act(site, round);
      if (round >= warmUp) times[n]?.push(performance.now() - begun);
    }
  return times.map((all) => at(all, 0.5));
}

/** Sends from four members' windows at once, as fast as replies arrive. */
async function measureSending(site: ChatSite) {
  const times: number[] = [];
  const window = async (which: number) => {
    for (let n = 0; n < sends / 4; n++) {
      const begun = performance.now();
      await sayAs(site, which, n);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all([0, 1, 2, 3].map(window));
  const rate = Math.round(sends / ((performance.now() - begun) / 1000));
  const figures = [0.5, 0.99].map((share) => at(times, share).toFixed(1)).join(' / ');
  return `  四处同时说 ${sends} 句，${site.messages.toLocaleString('en')} 条：p50 / p99 ${figures} 毫秒，每秒 ${rate} 句`;
}

/** Alternates senders because of the rate limit. */
function sayAs({ call, group, people }: ChatSite, which: number, n: number) {
  const viewer = people[(which * sends + n) % people.length];
  return call('POST /v1/im/chat', { body: { roomId: group, text: `第 ${n} 句`, key: `${which}-${n}` } }, viewer);
}

function at(times: number[], share: number) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

function line(name: string, times: number[]) {
  const figures = times.map((time) => time.toFixed(2).padStart(8)).join('');
  const ratio = (times.at(-1) ?? 1) / (times[0] ?? 1);
  return `  ${figures}   ${ratio.toFixed(2).padStart(6)} 倍  ${name}`;
}
