import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { saveSettings } from '../apps/server/src/core/settings/settings.ts';
import { openDatabase } from '../apps/server/src/platform/db/open.ts';
import { easySolution } from '../apps/server/test/captcha.ts';
import { type Site, start } from '../e2e/site.ts';
import { buildWhenNeeded } from '../scripts/build.js';
import { startFirst } from './first-site.ts';
import { openReport } from './report.ts';
import { cpuOf } from './server-use.ts';
import { fillMembers, tokenPrefix } from './writing/members.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const print = openReport();

type Answer = { code: number; data: { held?: boolean; id?: number; done?: number; isMore?: boolean } | null };
type Flood = { name: string; addresses: number; from?: number; proofs: string[] | undefined };

/**
 * Floods the comments of an article as a visitor who computes proofs for nothing: what gets through with `open` and `held`,
 * what a refused comment costs, and how the owner cleans up. The argument is the number of comments in each flood.
 */
export async function measureGuests([count = '10000']: string[]) {
  buildWhenNeeded();
  for (const mode of ['open', 'held'] as const) {
    const site = await startOpen(mode);
    try {
      print.section(`访客评论 ${mode}，每次 ${count} 条`);
      await flood(site, Number(count), { name: '一个地址，没有答案', addresses: 1, proofs: undefined });
      await flood(site, Number(count), {
        name: '一个地址，每条有答案',
        addresses: 1,
        from: 5000,
        proofs: await prove(site, Number(count)),
      });
      await flood(site, Number(count), {
        name: '一千个地址，每条有答案',
        addresses: 1000,
        proofs: await prove(site, Number(count)),
      });
      await cleanUp(site);
    } finally {
      await site.remove();
    }
  }
}

/** A first site whose owner is logged in and lets guests comment. */
async function startOpen(guests: 'open' | 'held') {
  const first = await startFirst();
  await first.stop();
  const file = join(first.dataDir, 'mojian.db');
  await fillMembers(file, 1);
  const db = openDatabase(file);
  await db.transaction().execute((trx) => saveSettings(trx, 'comments', { guests }));
  await db.destroy();
  return start({ DATA_DIR: first.dataDir, TRUST_PROXY: '1' });
}

/** Solutions that cost next to nothing, since the challenges are made so with the key of the site. */
async function prove({ dataDir }: Site, count: number) {
  const db = openDatabase(join(dataDir, 'mojian.db'));
  const proofs: string[] = [];
  for (let n = 0; n < count; n++) {
    proofs.push(await easySolution(db));
  }
  await db.destroy();
  return proofs;
}

/** Sends the comments from as many addresses in turn, sixty-four at once, each by a guest of another name. */
async function flood(site: Site, count: number, { name, addresses, from = 0, proofs }: Flood) {
  const tally = new Map<string, number>();
  let next = 0;
  const send = async () => {
    while (next < count) {
      const n = next++;
      const body = {
        articleId: 1,
        text: `看看这个 ${n} 号优惠`,
        name: `客${n}`,
        browser: String(n).padStart(43, 'x'),
        ...(proofs && { captcha: proofs[n] }),
      };
      const { code, data } = await ask(site, 'POST', '/v1/comment/guest', body, addressOf(from + (n % addresses)));
      const outcome = code === 200 ? (data?.held ? '待审核' : '显示') : String(code);
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    }
  };
  const [cpu, begun] = [cpuOf(site.pid ?? 0), performance.now()];
  await Promise.all(Array.from({ length: 64 }, send));
  const seconds = (performance.now() - begun) / 1000;
  const spent = cpuOf(site.pid ?? 0) - cpu;
  const through = (tally.get('显示') ?? 0) + (tally.get('待审核') ?? 0);
  const outcomes = [...tally].map(([outcome, times]) => `${outcome} ${times}`).join('，');
  const each = (spent / count).toFixed(2);
  print.line(name, `${outcomes}；${seconds.toFixed(1)} 秒，处理器每条 ${each} ms`, {
    ok: through <= 200,
    want: '一小时至多 200 条',
  });
}

const addressOf = (n: number) => `198.18.${n >> 8}.${n & 255}`;

/** The owner opens 评论, presses 访客, keeps 一天里 and presses 全部收起; then puts all back, and takes it down again. */
async function cleanUp(site: Site) {
  const takeDown = () => ask(site, 'POST', '/v1/admin/users/guests/take-down', { hours: 24 });
  const begun = performance.now();
  let [calls, sum, isMore] = [0, 0, true];
  while (isMore) {
    const { data } = await takeDown();
    calls++;
    sum += data?.done ?? 0;
    isMore = data?.isMore ?? false;
  }
  const { data } = await ask(site, 'GET', '/v1/comment/?articleId=1&pageSize=50');
  const left = (data as unknown as { records: { author: { badge: string } }[] }).records;
  const rest = left.filter(({ author }) => author.badge === 'guest').length;
  const took = ((performance.now() - begun) / 1000).toFixed(1);
  print.line('收起', `三次点按，${calls} 次调用，${sum} 条，${took} 秒；还看得到 ${rest} 条`, {
    ok: rest === 0,
    want: '一条不剩，至多十次点按',
  });
}

function ask({ url }: Site, method: string, path: string, body?: object, address = '198.19.0.1'): Promise<Answer> {
  const isOffice = path.startsWith('/v1/admin');
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(isOffice && { authorization: `${tokenPrefix}0` }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { agent, method, headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => {
        text += chunk;
      });
      reply.on('end', () => resolve(JSON.parse(text) as Answer));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
