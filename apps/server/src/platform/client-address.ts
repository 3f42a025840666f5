import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
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
