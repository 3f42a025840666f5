import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Longest entry read: an IPv6 address with zone, brackets, quotes and port is shorter. */
const longest = 100;

/**
 * Address in its one spelling, however a proxy wrote it: with a port, brackets, quotes, a zone, or IPv4 mapped into IPv6;
 * undefined for anything else, such as `unknown` or `_hidden`.
 */
export function plainAddress(written: string): string | undefined {
  if (written.length > longest) return undefined;
  const unquoted = written.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([^[\]]*)\](?::\d*)?$/.exec(unquoted) ?? [];
  const entry = inBrackets ?? unquoted;
  const address = isIP(entry) === 0 ? entry.replace(/:\d+$/, '') : entry;
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const short = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  return mappedIPv4(short) ?? short;
}

function mappedIPv4(address: string) {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? [];
  if (!high || !low) return undefined;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Address of whoever asks. What a proxy forwards that is no address counts as the proxy, so that all of it is one. */
export function addressOf({ ip = '', socket }: Partial<Pick<FastifyRequest, 'ip'>> & Pick<FastifyRequest, 'socket'>) {
  return plainAddress(ip) ?? ownAddress(socket); // a client that has left has no address any more
}

/** As `addressOf`, before Fastify: the entry of X-Forwarded-For that the outermost trusted proxy has added. */
export function forwardedAddress({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? String(headers['x-forwarded-for'] ?? '') : '';
  const entries = forwarded.split(',').filter((entry) => entry.trim() !== '');
  return plainAddress(entries[Math.max(0, entries.length - trustProxy)] ?? '') ?? ownAddress(socket);
}

function ownAddress({ remoteAddress = '' }: { remoteAddress?: string | undefined }) {
  return plainAddress(remoteAddress) ?? remoteAddress;
}

/** Range an address lies in: 256 addresses of IPv4, a site's /48 of IPv6; '' for what is no address. */
export function networkOf(address: string) {
  const plain = plainAddress(address) ?? '';
  if (isIPv4(plain)) return `${plain.split('.', 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return '';
  const [left = '', right = ''] = plain.split('::');
  const [head, tail] = [left.split(':').filter(Boolean), right.split(':').filter(Boolean)];
  const whole = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${whole.slice(0, 3).join(':')}::/48`;
}

/** Shortest prefixes that a range may have: a wider one would shut out a country. */
const widest = { ipv4: 8, ipv6: 16 };

/** An address or range as people write it, in the one spelling `isInNetworks` reads; undefined for anything else. */
export function plainNetwork(written: string) {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(written.trim()) ?? [];
  const plain = plainAddress(address);
  if (plain === undefined) return undefined;
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  return prefix >= widest[family] && prefix <= most ? `${plain}/${prefix}` : undefined;
}

/** Whether an address lies in one of these ranges, spelled as by `plainNetwork`. */
export function isInNetworks(address: string, networks: string[]) {
  const plain = plainAddress(address);
  if (plain === undefined || networks.length === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    list.addSubnet(base, Number(bits), isIPv4(base) ? 'ipv4' : 'ipv6');
  }
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
