import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { NoAnswer } from './no-answer.ts';
import { isPublicAddress } from './public-address.ts';

type Options = {
  /** Milliseconds for everything: names, connecting, redirects. */
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
export async function reach(
  url: string,
  { time, agent, stopping, mayReach = isPublicAddress }: Options,
): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(time), ...(stopping ? [stopping] : [])]);
  let target = URL.parse(url);
  for (let hop = 0; hop <= hopsAtMost; hop++) {
    if (!target || !/^https?:$/.test(target.protocol)) throw new NoAnswer('对方指向了不能打开的地址');
    const { status, location } = await knock(target, { signal, agent, mayReach });
    if (location === undefined) return status;
    target = URL.parse(location, target);
  }
  throw new NoAnswer('对方一再指向别处');
}

type Knock = { agent: string; signal: AbortSignal; mayReach: (address: string) => boolean };
type Answer = { status: number; location: string | undefined };

async function knock(target: URL, { signal, agent, mayReach }: Knock): Promise<Answer> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayReach(host)) throw new NoAnswer('对方不在公网上');
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal, lookup: judgedLookup(mayReach), headers: { 'user-agent': agent } };
    const sent = request(target, options, ({ statusCode = 0, headers }) => {
      resolve({ status: statusCode, location: isRedirect(statusCode) ? headers.location : undefined });
      sent.destroy();
    });
    sent.on('error', (cause) => reject(cause instanceof NoAnswer ? cause : new NoAnswer('对方没有应答', { cause })));
    sent.end();
  });
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

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
