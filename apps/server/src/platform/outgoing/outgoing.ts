import { lookup } from 'node:dns';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { createGunzip } from 'node:zlib';

/** Another site gave no usable reply. The message is Chinese, for readers, without a full stop. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export type Limits = {
  /** Timeout in milliseconds, from connecting to the last byte. */
  time: number;
  /** Bytes of the reply, after decompression. */
  bytes: number;
};

/**
 * Fetches a whole reply from a host of our choosing, refusals included. Follows no redirect and reads nothing beyond
 * the limits, whatever the declared length.
 * @throws NoAnswer
 */
export async function fetchWithin(url: string, init: RequestInit, { time, bytes }: Limits): Promise<Response> {
  const limit = AbortSignal.timeout(time);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    return new Response(await readBody(response, bytes), { status, headers });
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new NoAnswer(isLate ? '对方迟迟没有应答' : '对方没有应答', { cause: error });
  }
}

/** Reads a body up to the limit; undefined for an empty one. */
async function readBody({ body }: Response, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new NoAnswer('对方的答复太长'); // leaving the loop cancels the rest of the stream
    chunks.push(chunk);
  }
  return size > 0 ? Buffer.concat(chunks) : null;
}

/** Special-purpose IPv4 ranges. Source: IANA's special-purpose address registry. */
const special = new BlockList();
const specialRanges =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
for (const range of specialRanges.split(' ')) add(special, range, 'ipv4');

/** Global unicast IPv6, less the ranges that lead back into IPv4 or are reserved. */
const global = new BlockList();
add(global, '2000::/3', 'ipv6');
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(special, range, 'ipv6');

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)\.?$/i;

/** Whether an IP address is public: not this machine, its network, or reserved. */
export function isPublicAddress(address: string) {
  const plain = mapped.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return !special.check(plain, 'ipv4');
  return isIP(plain) === 6 && global.check(plain, 'ipv6') && !special.check(plain, 'ipv6');
}

/**
 * Whether a URL names a host that may be public, without a DNS query: neither a private address nor a local name. The
 * resolved address is checked when fetching.
 */
export function namesPublicHost(url: string) {
  const hostname = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isIP(hostname)) return isPublicAddress(hostname);
  return /[^.]\.[^.]/.test(hostname) && !localName.test(hostname);
}

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6') {
  const [net = '', bits] = range.split('/');
  list.addSubnet(net, Number(bits), family);
}

export type ReachOptions = {
  /** Timeout in milliseconds for DNS, connecting, redirects and reading. */
  time: number;
  agent: string;
  /** Aborts the request early. */
  stopping?: AbortSignal | undefined;
  /** Addresses that may be connected to. Only tests allow more than public ones. */
  mayReach?: ((address: string) => boolean) | undefined;
};

const hopsAtMost = 5;

/**
 * Requests a URL chosen by strangers and returns the HTTP status. Follows redirects; on each hop the name is resolved
 * once, checked, and connected to as checked. Reads no body.
 * @throws NoAnswer
 */
export function reach(url: string, options: ReachOptions): Promise<number> {
  return follow(url, options, async ({ statusCode = 0 }) => statusCode);
}

/**
 * Downloads a URL chosen by strangers, as carefully as `reach`, up to `most` bytes.
 * @throws NoAnswer, also for an error status
 */
export function fetchFromPublic(url: string, most: number, options: ReachOptions): Promise<Buffer> {
  return follow(url, options, async (answer) => {
    if (answer.statusCode !== 200) throw new NoAnswer('对方没有给出内容');
    const { body, isWhole } = await readUpTo(answer, most);
    if (!isWhole) throw new NoAnswer('对方的答复太长');
    return body;
  });
}

/** `url`: the address after redirects. `isWhole`: the body ends within the limit; otherwise it is its beginning. */
export type PublicReply = {
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isWhole: boolean;
};

/**
 * Requests a URL chosen by strangers, as carefully as `reach`, and returns the reply, whatever its status. Takes gzip;
 * no more than `most` bytes are decompressed.
 * @throws NoAnswer
 */
export function requestPublic(
  url: string,
  { most, headers = {}, ...options }: ReachOptions & { most: number; headers?: Record<string, string> },
): Promise<PublicReply> {
  const read: Read<PublicReply> = async (answer, target) => {
    const { statusCode: status = 0, headers } = answer;
    return { url: target.href, status, headers, ...(await readUpTo(unzipped(answer), most)) };
  };
  return follow(url, { ...options, headers: { ...headers, 'accept-encoding': 'gzip' } }, read);
}

function unzipped(answer: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return answer;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new NoAnswer('对方的压缩方式读不了');
  const gunzip = createGunzip();
  answer.on('error', (error) => gunzip.destroy(error));
  return answer.pipe(gunzip);
}

/**
 * Posts to a URL that people entered, as carefully as `reach`, but without following a redirect. Reads the reply,
 * refusals included, up to `most` bytes.
 * @throws NoAnswer
 */
export async function postToPublic(
  url: string,
  sent: { headers: Record<string, string>; body: string },
  { most, ...options }: ReachOptions & { most: number },
) {
  const { time, agent, stopping, mayReach = isPublicAddress } = options;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) throw new NoAnswer('这个地址不能打开');
  const limit = AbortSignal.timeout(time);
  const signal = AbortSignal.any([limit, ...(stopping ? [stopping] : [])]);
  const read: Read<{ status: number; text: string }> = async (answer) => {
    const { body, isWhole } = await readUpTo(answer, most);
    if (!isWhole) throw new NoAnswer('对方的答复太长');
    return { status: answer.statusCode ?? 0, text: body.toString('utf8') };
  };
  try {
    const answer = await requestOnce(target, { signal, agent, mayReach, ...sent }, read);
    if ('result' in answer) return answer.result;
  } catch (error) {
    if (limit.aborted) throw new NoAnswer('对方迟迟没有应答', { cause: error });
    throw error;
  }
  throw new NoAnswer('对方跳转到了别的地址');
}

/** Reads a body up to the limit; leaving the loop ends the stream. */
async function readUpTo(stream: AsyncIterable<Buffer>, most: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return { body: Buffer.concat(chunks).subarray(0, most), isWhole: false };
  }
  return { body: Buffer.concat(chunks), isWhole: true };
}

type Read<Result> = (answer: IncomingMessage, target: URL) => Promise<Result>;

async function follow<Result>(
  url: string,
  { time, agent, stopping, mayReach = isPublicAddress, headers = {} }: ReachOptions & Pick<RequestOptions, 'headers'>,
  read: Read<Result>,
): Promise<Result> {
  const signal = AbortSignal.any([AbortSignal.timeout(time), ...(stopping ? [stopping] : [])]);
  let target = URL.parse(url);
  for (let hop = 0; hop <= hopsAtMost; hop++) {
    if (!target || !/^https?:$/.test(target.protocol)) throw new NoAnswer('对方指向了不能打开的地址');
    const answer = await requestOnce(target, { signal, agent, mayReach, headers }, read);
    if ('result' in answer) return answer.result;
    target = URL.parse(answer.location, target);
  }
  throw new NoAnswer('对方一再指向别处');
}

type RequestOptions = {
  agent: string;
  signal: AbortSignal;
  mayReach: (address: string) => boolean;
  headers?: Record<string, string>;
  /** With it the request is a POST. */
  body?: string;
};
type Answer<Result> = { result: Result } | { location: string };

/** Makes one request, without following a redirect. */
async function requestOnce<Result>(
  target: URL,
  { signal, agent, mayReach, headers, body }: RequestOptions,
  read: Read<Result>,
): Promise<Answer<Result>> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayReach(host)) throw new NoAnswer('对方不在公网上');
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'));
  const options = {
    agent: false,
    signal,
    lookup: judgedLookup(mayReach),
    headers: { ...headers, 'user-agent': agent },
  };
  const sent = request(target, body === undefined ? options : { ...options, method: 'POST' });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    const location = isRedirect(answer.statusCode) ? answer.headers.location : undefined;
    return location === undefined ? { result: await read(answer, target) } : { location };
  } catch (cause) {
    throw cause instanceof NoAnswer ? cause : new NoAnswer('对方没有应答', { cause });
  } finally {
    sent.destroy(); // cancels the rest of the body
  }
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status);

/** DNS lookup that rejects addresses that are not allowed; the connection uses exactly its result. */
export function judgedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new NoAnswer('找不到这个网站'), '');
      if (!addresses.every(({ address }) => mayReach(address))) return done(new NoAnswer('对方不在公网上'), '');
      options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}

/** Whether a site is reachable: any reply counts, even a refusal of bots, but not 404, 410 or a server error. */
export async function isHome(url: string, options: Parameters<typeof reach>[1]) {
  try {
    const status = await reach(url, options);
    return status < 500 && status !== 404 && status !== 410;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}
