import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { NoAnswer } from './no-answer.ts';
import { isPublicAddress } from './public-address.ts';

type Options = {
  /** Milliseconds for everything: names, connecting, redirects, reading. */
  time: number;
  agent: string;
  /** Ends the knocking before its time. */
  stopping?: AbortSignal | undefined;
  /** Which IP addresses may be connected to. Only tests need others than public ones. */
  mayReach?: ((address: string) => boolean) | undefined;
};

const hopsAtMost = 5;

/**
 * Knocks on a door that somebody else chose, and says with which HTTP status it was answered. Redirects are followed, and
 * on each hop the name is resolved once, judged, and connected to as it was judged. Of the answer nothing but its head is
 * read, however long it is.
 * @throws NoAnswer
 */
export function reach(url: string, options: Options): Promise<number> {
  return follow(url, options, async ({ statusCode = 0 }) => statusCode);
}

/**
 * The bytes that lie at an address somebody else chose, with the same care as `reach`, and no more than `most` of them.
 * @throws NoAnswer, also for a refusal.
 */
export function fetchFromPublic(url: string, most: number, options: Options): Promise<Buffer> {
  return follow(url, options, async (answer) => {
    if (answer.statusCode !== 200) throw new NoAnswer('对方没有给出内容');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw new NoAnswer('对方的答复太长');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}

type Read<Result> = (answer: IncomingMessage) => Promise<Result>;

async function follow<Result>(
  url: string,
  { time, agent, stopping, mayReach = isPublicAddress }: Options,
  read: Read<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([AbortSignal.timeout(time), ...(stopping ? [stopping] : [])]);
  let target = URL.parse(url);
  for (let hop = 0; hop <= hopsAtMost; hop++) {
    if (!target || !/^https?:$/.test(target.protocol)) throw new NoAnswer('对方指向了不能打开的地址');
    const answer = await knock(target, { signal, agent, mayReach }, read);
    if ('result' in answer) return answer.result;
    target = URL.parse(answer.location, target);
  }
  throw new NoAnswer('对方一再指向别处');
}

type Knock = { agent: string; signal: AbortSignal; mayReach: (address: string) => boolean };
type Answer<Result> = { result: Result } | { location: string };

async function knock<Result>(
  target: URL,
  { signal, agent, mayReach }: Knock,
  read: Read<Result>,
): Promise<Answer<Result>> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayReach(host)) throw new NoAnswer('对方不在公网上');
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'));
  const options = { agent: false, signal, lookup: judgedLookup(mayReach), headers: { 'user-agent': agent } };
  const sent = request(target, options);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
    const location = isRedirect(answer.statusCode) ? answer.headers.location : undefined;
    return location === undefined ? { result: await read(answer) } : { location };
  } catch (cause) {
    throw cause instanceof NoAnswer ? cause : new NoAnswer('对方没有应答', { cause });
  } finally {
    sent.destroy(); // nothing more is read
  }
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status);

/** The system's own, but for names that lead to where nobody may be sent. What it answers is what is connected to. */
function judgedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new NoAnswer('找不到这个网站'), '');
      if (!addresses.every(({ address }) => mayReach(address))) return done(new NoAnswer('对方不在公网上'), '');
      options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}
