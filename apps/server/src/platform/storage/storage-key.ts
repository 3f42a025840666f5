import { createHash } from 'node:crypto';

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

/** Where a kept picture is shown. */
export function addressOfKey(key: string): string {
  return `/files/${key}`;
}
