import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { escapeHtml } from '@mojian/markdown/text';

/** A kept file, ready to be sent: small ones whole, others as a stream, which has to be read or destroyed. */
export type OpenedFile = { size: number; body: Uint8Array | Readable };

/**
 * Store of uploaded pictures. Keys look like `ab/abcdef….webp` (see keyFor) and derive from the content: an object
 * never changes.
 */
export type Storage = {
  /** Keeps bytes of a MIME type. A key that is none, or whose ending says another type, is a RangeError. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The bytes, or nothing when the key is not there or is no key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Opens a file as a stream, so that large files are never buffered. */
  open(key: string): Promise<OpenedFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Forgets the bytes. A key that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Writes, reads and removes something. Throws one Chinese line for the owner when that cannot be done. */
  check(): Promise<void>;
};

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}[-\w]{0,32}\.(webp|png|jpg|gif)$/;

// Nothing a browser would run: neither HTML nor SVG.
const TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

/** The MIME type that a key's ending says, or nothing when the text is no key. */
export function typeOfKey(key: string): string | undefined {
  const ending = KEY.exec(key)?.[1];
  return ending === undefined ? undefined : TYPES[ending];
}

/** The key for content: 128 bits of its SHA-256, in one of 256 folders. */
export function keyFor(content: Uint8Array, ending: 'webp'): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${digest.slice(0, 2)}/${digest}.${ending}`;
}

/** The key of a smaller copy of a picture. */
export function sizedKey(key: string, width: number): string {
  return key.replace('.', `-${width}.`);
}

/** The key of the picture that a key, maybe of a smaller copy, belongs to. */
export function unsizedKey(key: string): string {
  return key.replace(/-\d+\./, '.');
}

/** The key that an address of this site's pictures names (`/files/<key>`), or nothing when it is another address. */
export function keyOfAddress(address: string): string | undefined {
  const [, key] = /^\/files\/(.+)$/.exec(address) ?? [];
  return key !== undefined && typeOfKey(key) !== undefined ? key : undefined;
}

/** Public path of a stored picture. */
export function addressOfKey(key: string): string {
  return `/files/${key}`;
}

/** Seconds. A signature is good for one to two hours, and the same for an hour: so long a browser's cache is of use. */
const signatureSeconds = 3600;

/** An address of this site's pictures anywhere in a text, signed or not. */
const addresses = /\/files\/([0-9a-f]{2}\/[0-9a-f]{32}[-\w]{0,32}\.(?:webp|png|jpg|gif))(\?e=\w+(?:&|&amp;)s=[\w-]+)?/g;

/**
 * Query string that grants access to a private picture: expiry and signature. Smaller copies share that of their
 * picture.
 */
export function signatureOf(secret: string, key: string, now = Date.now()) {
  const until = (Math.floor(now / 1000 / signatureSeconds) + 2) * signatureSeconds;
  return `e=${until.toString(36)}&s=${proofOf(secret, key, until)}`;
}

/** Seconds for which a signature is still good; nothing for a wrong or an old one. */
export function secondsLeft(secret: string, key: string, query: { e?: unknown; s?: unknown }, now = Date.now()) {
  const until = Number.parseInt(String(query.e), 36);
  const left = until - Math.floor(now / 1000);
  if (!(left > 0) || left > 2 * signatureSeconds) return undefined;
  const [proof, right] = [Buffer.from(String(query.s)), Buffer.from(proofOf(secret, key, until))];
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

/** Signs the addresses of some pictures in a text. `isHtml`: ampersands are escaped. */
export function withSignatures(text: string, signatures: Map<string, string>, { isHtml }: { isHtml: boolean }) {
  return text.replace(addresses, (_, key: string) => {
    const signature = signatures.get(unsizedKey(key));
    if (!signature) return `/files/${key}`;
    return `/files/${key}?${isHtml ? escapeHtml(signature) : signature}`;
  });
}

/** Strips signatures from picture addresses: they are never stored. */
export function withoutSignatures(text: string) {
  return text.includes('/files/') ? text.replace(addresses, (_, key: string) => `/files/${key}`) : text;
}
