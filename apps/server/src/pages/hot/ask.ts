import type { HotType } from '@mojian/contract/pages/hot';
import { type Limits, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { readDailyHot } from './dailyhot.ts';
import { fetchAnswer } from './fetch-answer.ts';
import { sources } from './sources/all.ts';
import type { Entry, Source } from './sources/source.ts';

/** Who is asked: the source itself at its host, or a DailyHotApi service at its base address. */
export type Whom = { host: string } | { base: string };
export type Terms = { now: () => number; limits?: Limits | undefined };

const entriesAtMost = 50;

/**
 * What a source has to show now, in its own order.
 * @throws NoAnswer
 */
export async function ask(type: HotType, whom: Whom, { now, limits }: Terms): Promise<Entry[]> {
  const source = sources[type];
  const [address, headers] = question(type, source, whom, now());
  const answer = await fetchAnswer(address, headers, limits);
  const entries = understood(() => ('base' in whom ? readDailyHot(answer, source) : source.read(answer)));
  return acceptable(entries, source.sites);
}

function question(type: HotType, { path, headers }: Source, whom: Whom, now: number) {
  if ('base' in whom)
    return [`${whom.base.replace(/(?<!\/)\/+$/, '')}/${type}`, { accept: 'application/json' }] as const;
  return [whom.host + (typeof path === 'string' ? path : path(now)), headers] as const;
}

/** Whatever a reader stumbles over, the answer is at fault. */
function understood<Result>(read: () => Result) {
  try {
    return read();
  } catch (error) {
    throw new NoAnswer('对方的响应无法识别', { cause: error });
  }
}

/** Those that lead where they may, each address once. */
function acceptable(entries: Entry[], sites: string[]) {
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
