import { createHmac, timingSafeEqual } from 'node:crypto';
import { unsizedKey } from './storage-key.ts';

/** Seconds. A signature is good for one to two hours, and the same for an hour: so long a browser's cache is of use. */
const stretch = 3600;

/** An address of this site's pictures anywhere in a text, signed or not. */
const addresses = /\/files\/([0-9a-f]{2}\/[0-9a-f]{32}[-\w]{0,32}\.(?:webp|png|jpg|gif))(\?e=\w+(?:&|&amp;)s=[\w-]+)?/g;

/** What follows a picture's key for who may see it: until when, and the proof. A smaller copy has that of its picture. */
export function signatureOf(secret: string, key: string, now = Date.now()) {
  const until = (Math.floor(now / 1000 / stretch) + 2) * stretch;
  return `e=${until.toString(36)}&s=${proofOf(secret, key, until)}`;
}

/** Seconds for which a signature is still good; nothing for a wrong or an old one. */
export function secondsLeft(secret: string, key: string, given: { e?: unknown; s?: unknown }, now = Date.now()) {
  const until = Number.parseInt(String(given.e), 36);
  const left = until - Math.floor(now / 1000);
  if (!(left > 0) || left > 2 * stretch) return undefined;
  const [proof, right] = [Buffer.from(String(given.s)), Buffer.from(proofOf(secret, key, until))];
  return proof.length === right.length && timingSafeEqual(proof, right) ? left : undefined;
}

function proofOf(secret: string, key: string, until: number) {
  return createHmac('sha256', secret)
    .update(`${unsizedKey(key)} ${until}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The keys of all pictures of this site that a text names, without those of smaller copies. */
export function keysIn(text: string) {
  return new Set(Array.from(text.matchAll(addresses), ([, key = '']) => unsizedKey(key)));
}

/** The same text with the addresses of some pictures signed. `isHtml`: where an ampersand is spelled out. */
export function withSignatures(text: string, signatures: Map<string, string>, { isHtml }: { isHtml: boolean }) {
  return text.replace(addresses, (_, key: string) => {
    const signature = signatures.get(unsizedKey(key));
    if (!signature) return `/files/${key}`;
    return `/files/${key}?${isHtml ? signature.replace('&', '&amp;') : signature}`;
  });
}

/** The same text with plain addresses: a signature is never kept. */
export function withoutSignatures(text: string) {
  return text.includes('/files/') ? text.replace(addresses, (_, key: string) => `/files/${key}`) : text;
}
