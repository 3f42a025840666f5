import type { HotType } from '@mojian/contract/pages/hot';
import { z } from 'zod';
import { fetchWithin, type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { digits, type Entry, heat, rowsOf, type Source, title } from './sources/source.ts';
import { sources } from './sources/sources.ts';

/** The source's own host, or the base address of a DailyHotApi service. */
export type Whom = { host: string } | { base: string };
export type Terms = { now: () => number; limits?: Limits | undefined };

const entriesAtMost = 50;

/** @throws NoAnswer */
export async function askHotSource(type: HotType, whom: Whom, { now, limits }: Terms): Promise<Entry[]> {
  const source = sources[type];
  const [address, headers] = requestTo(type, source, whom, now());
  const answer = await fetchAnswer(address, headers, limits);
  const entries = parseAnswer(() => ('base' in whom ? readDailyHot(answer, source) : source.read(answer)));
  return keepAllowed(entries, source.sites);
}

function requestTo(type: HotType, { path, headers }: Source, whom: Whom, now: number) {
  if ('base' in whom)
    return [`${whom.base.replace(/(?<!\/)\/+$/, '')}/${type}`, { accept: 'application/json' }] as const;
  return [whom.host + (typeof path === 'string' ? path : path(now)), headers] as const;
}

/** Turns any error of a parser into NoAnswer. */
function parseAnswer<Result>(read: () => Result) {
  try {
    return read();
  } catch (error) {
    throw new NoAnswer('对方的响应无法识别', { cause: error });
  }
}

/** Keeps links to allowed hosts, each address once. */
function keepAllowed(entries: Entry[], sites: string[]) {
  const byUrl = new Map<string, Entry>();
  for (const entry of entries) if (leadsTo(sites, entry.url) && !byUrl.has(entry.url)) byUrl.set(entry.url, entry);
  if (byUrl.size === 0) throw new NoAnswer('对方的答复里没有热搜');
  return [...byUrl.values()].slice(0, entriesAtMost);
}

function leadsTo(sites: string[], address: string) {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return false;
  return sites.some((site) => url.hostname === site || url.hostname.endsWith(`.${site}`));
}

const usual: Limits = { time: 5000, bytes: 1024 * 1024 };
const redirectsAtMost = 3;

/** Fetches JSON within the limits; follows redirects on the same host only. @throws NoAnswer */
export async function fetchAnswer(url: string, headers: Record<string, string>, limits = usual): Promise<unknown> {
  const signal = AbortSignal.timeout(limits.time); // covers all redirects together
  const response = await follow(url, { headers, signal }, limits);
  try {
    return await response.json();
  } catch (cause) {
    throw new NoAnswer('对方的响应无法识别', { cause });
  }
}

async function follow(url: string, init: RequestInit, limits: Limits, left = redirectsAtMost): Promise<Response> {
  const response = await fetchWithin(url, init, limits);
  if (response.ok) return response;

  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null)
    throw new NoAnswer(refusal(response.status));
  const target = URL.parse(location, url);
  if (target?.origin !== new URL(url).origin || left === 0) throw new NoAnswer('对方跳转到了别的地址');
  return follow(target.href, init, limits, left - 1);
}

function refusal(status: number) {
  if (status === 429) return '对方限制了请求次数';
  return status >= 500 ? '对方的服务器出错了' : '对方拒绝了请求';
}

const row = z.object({ id: digits.optional().catch(undefined), title, hot: heat, url: z.string().max(2000) });
const answer = z.object({ code: z.literal(200), data: rowsOf(row) });

/** Reads a DailyHotApi reply; the caller checks the links. */
function readDailyHot(reply: unknown, { linkOf }: Source): Entry[] {
  return answer
    .parse(reply)
    .data.map(({ id, title, hot, url }) => ({ title, heat: hot, url: id && linkOf ? linkOf(id) : url }));
}
