import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type AttachmentKind, attachmentEndings, attachmentKinds } from '@mojian/contract/core/attachment-kinds';
import { escapeHtml } from '@mojian/markdown/text';

/** Stored file to send: small ones as bytes, others as a stream, which must be read or destroyed. */
export type OpenedFile = { size: number; body: Uint8Array | Readable };

/** First and last byte of a part of a file. */
export type ByteRange = { from: number; to: number };

/** File of this machine that is to be stored; `sha256` in hex. */
export type LocalFile = { path: string; size: number; sha256: string };

/**
 * Storage of uploaded pictures and other files. Keys look like `ab/abcdef….webp` (see `keyFor`) and derive from the content:
 * an object never changes.
 */
export type Storage = {
  /** Stores bytes. An invalid key, or one whose extension contradicts the MIME type, is a RangeError. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** As `put`, without reading the file into memory. It may be moved. */
  putFile(key: string, file: LocalFile, type: string): Promise<void>;
  /** Undefined for a missing or invalid key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Opens a file, or a part that lies within it, as a stream, so that large files are never buffered. */
  open(key: string, range?: ByteRange): Promise<OpenedFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Removes a file, if present. */
  remove(key: string): Promise<void>;
  /** Writes, reads and removes a test file. @throws Error with one Chinese line for the owner */
  check(): Promise<void>;
};

// no type that a browser would execute: neither HTML nor SVG
const pictureTypes = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

const TYPES: Record<string, string> = {
  ...pictureTypes,
  ...Object.fromEntries(attachmentEndings.map((kind) => [kind, attachmentKinds[kind].type])),
};

/** Source of a pattern for a key. */
export const keyPattern = String.raw`[0-9a-f]{2}/[0-9a-f]{32}[-\w]{0,32}\.(?:${Object.keys(TYPES).join('|')})(?!\w)`;

const KEY = new RegExp(`^${keyPattern}$`);

/** MIME type by a key's extension; undefined for an invalid key. */
export function typeOfKey(key: string): string | undefined {
  return KEY.test(key) ? TYPES[endingOf(key)] : undefined;
}

function endingOf(key: string) {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** Whether a key is that of a picture; any other is that of an attachment. */
export function isPictureKey(key: string): boolean {
  return typeOfKey(key) !== undefined && Object.hasOwn(pictureTypes, endingOf(key));
}

/** Key of content: 128 bits of its SHA-256, in one of 256 folders. */
export function keyFor(content: Uint8Array, ending: 'webp'): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${digest.slice(0, 2)}/${digest}.${ending}`;
}

/** Key of an attachment: the same bytes under another name are another file, whose download has that name. */
export function attachmentKey(sha256: string, name: string, kind: AttachmentKind): string {
  const digest = createHash('sha256').update(`${sha256} ${name}`).digest('hex').slice(0, 32);
  return `${digest.slice(0, 2)}/${digest}.${kind}`;
}

/** Key of a smaller copy. */
export function sizedKey(key: string, width: number): string {
  return key.replace('.', `-${width}.`);
}

/** Key of the picture that stands for an attachment, beside it. */
export function posterKey(key: string): string {
  return key.replace(/\.(\w+)$/, '-$1.webp');
}

/** Key of the original of a smaller copy or poster, or the key itself. */
export function unsizedKey(key: string): string {
  return key.replace(/-\d+\./, '.').replace(posters, '.$1');
}

const posters = new RegExp(String.raw`-(${attachmentEndings.join('|')})\.webp$`);

/** Key in an address of this site's files (`/files/<key>`); undefined for other addresses. */
export function keyOfAddress(address: string): string | undefined {
  const [, key] = /^\/files\/(.+)$/.exec(address) ?? [];
  return key !== undefined && typeOfKey(key) !== undefined ? key : undefined;
}

/** Public path of a stored file. */
export function addressOfKey(key: string): string {
  return `/files/${key}`;
}

/** Seconds. A signature is valid for one to two hours and unchanged for one, so that browsers can cache. */
const signatureSeconds = 3600;

/** Addresses of this site's files in a text, signed or not. */
const addresses = new RegExp(String.raw`/files/(${keyPattern})(\?e=\w+(?:&|&amp;)s=[\w-]+)?`, 'g');

/** Query string that grants access to a private file: expiry and signature, shared by its smaller copies. */
export function signatureOf(secret: string, key: string, now = Date.now()) {
  const until = (Math.floor(now / 1000 / signatureSeconds) + 2) * signatureSeconds;
  return `e=${until.toString(36)}&s=${proofOf(secret, key, until)}`;
}

/** Seconds a signature is still valid; undefined for a wrong or expired one. */
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

/** Keys of all files in a text, smaller copies of a picture counted as their originals. */
export function keysIn(text: string) {
  return new Set(Array.from(text.matchAll(addresses), ([, key = '']) => unsizedKey(key)));
}

const hosted = new RegExp(String.raw`(?:(?:https?:)?//([\w.:[\]-]{1,300}))?(/files/${keyPattern})`, 'gi');

/** As `keysIn`, without the addresses of other hosts. `host`: of this site; without one only paths count. */
export function ownKeysIn(text: string, host: string | undefined) {
  const keys = new Set<string>();
  for (const match of text.matchAll(hosted)) {
    const [, named, path = ''] = match;
    const isOurs =
      named === undefined ? !/[\w.:%~@\-/\]]/.test(text[match.index - 1] ?? ' ') : named.toLowerCase() === host;
    if (isOurs) for (const key of keysIn(path)) keys.add(key);
  }
  return keys;
}

/** Signs the addresses of some files in a text. `isHtml`: ampersands are escaped. */
export function withSignatures(text: string, signatures: Map<string, string>, { isHtml }: { isHtml: boolean }) {
  return text.replace(addresses, (_, key: string) => {
    const signature = signatures.get(unsizedKey(key));
    if (!signature) return `/files/${key}`;
    return `/files/${key}?${isHtml ? escapeHtml(signature) : signature}`;
  });
}

/** Strips signatures from addresses of files: they are never stored. */
export function withoutSignatures(text: string) {
  return text.includes('/files/') ? text.replace(addresses, (_, key: string) => `/files/${key}`) : text;
}
