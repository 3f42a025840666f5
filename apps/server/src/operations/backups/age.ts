import {
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

// The format of age (https://age-encryption.org/v1) with a passphrase: whatever opens it opens a backup without this
// program. The library of that format derives its key in JavaScript, with 256 MB and a second of a small machine.

const intro = 'age-encryption.org/v1';
const cipher = 'chacha20-poly1305' as unknown as CipherGCMTypes;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const longestHeader = 4096;
/** Logarithms of the work of deriving a key: 64 MB of memory; of files that others made, up to 1 GB. */
const [ownWork, mostWork] = [16, 20];

const derive = promisify(scrypt) as (
  secret: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** The passphrase is not the one a file was encrypted with. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase';
}

/** A file that is not of this format, was cut off, or was changed. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** The key of a file takes more memory than this machine has free. `needed` in bytes. */
export class TooHeavyFile extends Error {
  override name = 'TooHeavyFile';
  readonly needed: number;

  constructor(needed: number) {
    super(`deriving the key takes ${needed} bytes`);
    this.needed = needed;
  }
}

/** @throws TooHeavyFile instead of being killed by the system; what is free counts only beyond what our own files need */
function keyFrom(passphrase: string, salt: Buffer, work: number) {
  const needed = 2 ** (work + 10);
  if (work > ownWork && needed > process.availableMemory()) throw new TooHeavyFile(needed);
  const options = { N: 2 ** work, r: 8, p: 1, maxmem: needed + 1024 ** 2 };
  return derive(passphrase, Buffer.concat([Buffer.from(`${intro}/scrypt`), salt]), 32, options);
}

const hkdf = (secret: Buffer, salt: Buffer, info: string) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const headerMac = (fileKey: Buffer, header: string) =>
  createHmac('sha256', hkdf(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

function seal(key: Buffer, nonce: Buffer, plain: Uint8Array) {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  return Buffer.concat([sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
}

/** @throws Error for what was not sealed so */
function unseal(key: Buffer, nonce: Buffer, sealed: Buffer) {
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
}

function nonceOf(index: number, isLast: boolean) {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Prepares the encryption of one file. `sizeOf`: bytes of the file that comes of so many. */
export async function prepareEncryption(passphrase: string) {
  const [fileKey, salt, nonce] = [randomBytes(16), randomBytes(16), randomBytes(16)];
  const body = seal(await keyFrom(passphrase, salt, ownWork), Buffer.alloc(12), fileKey);
  const header = `${intro}\n-> scrypt ${unpadded(salt)} ${ownWork}\n${unpadded(body)}\n---`;
  const beginning = Buffer.concat([Buffer.from(`${header} ${unpadded(headerMac(fileKey, header))}\n`), nonce]);
  const key = hkdf(fileKey, nonce, 'payload');
  return {
    sizeOf: (bytes: number) => beginning.length + bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes)),
    async *encrypt(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
      yield beginning;
      let index = 0;
      for await (const { bytes, isLast } of inChunks(plain, chunkBytes))
        yield seal(key, nonceOf(index++, isLast), bytes);
    },
  };
}

/** Cuts a stream into chunks of a size; the last may be shorter, and is empty only where the whole is. */
async function* inChunks(source: AsyncIterable<Uint8Array>, size: number) {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    waiting.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const joined = Buffer.concat(waiting);
    let from = 0;
    for (; joined.length - from > size; from += size)
      yield { bytes: joined.subarray(from, from + size), isLast: false };
    waiting = [joined.subarray(from)];
    length = joined.length - from;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

/** Decrypts a file as it is read. @throws WrongPassphrase; DamagedFile */
export async function* decrypt(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const source = sealed[Symbol.asyncIterator]();
  try {
    const { header, rest } = await readHeader(source);
    const fileKey = await openHeader(header, passphrase);
    const nonce = rest.subarray(0, 16);
    const key = hkdf(fileKey, nonce, 'payload');
    let index = 0;
    for await (const { bytes, isLast } of inChunks(following(rest.subarray(16), source), chunkBytes + tagBytes)) {
      if (bytes.length < tagBytes || (bytes.length === tagBytes && index > 0)) throw new DamagedFile();
      yield openChunk(key, nonceOf(index++, isLast), bytes);
    }
  } finally {
    await source.return?.();
  }
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer) {
  try {
    return unseal(key, nonce, sealed);
  } catch {
    throw new DamagedFile();
  }
}

async function* following(first: Buffer, source: AsyncIterator<Uint8Array>) {
  yield first;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** Reads up to the end of the header and the nonce after it. */
async function readHeader(source: AsyncIterator<Uint8Array>) {
  let read = Buffer.alloc(0);
  for (;;) {
    const end = /\n--- [A-Za-z0-9+/]{43}\n/.exec(read.toString('latin1'));
    const length = end ? end.index + end[0].length : undefined;
    if (length !== undefined && read.length >= length + 16)
      return { header: read.toString('latin1', 0, length), rest: read.subarray(length) };
    const { value, done } = await source.next();
    if (done || read.length > longestHeader + chunkBytes) throw new DamagedFile();
    read = Buffer.concat([read, value]);
    if (!read.subarray(0, intro.length).equals(Buffer.from(intro).subarray(0, read.length))) throw new DamagedFile();
  }
}

const headerForm =
  /^(age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) (\d{1,2})\n([A-Za-z0-9+/]{43})\n---) ([A-Za-z0-9+/]{43})\n$/;

/** Whether a file begins as those of this format do. */
export async function isSealed(beginning: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of beginning) chunks.push(chunk);
  return Buffer.concat(chunks).subarray(0, intro.length).equals(Buffer.from(intro));
}

/**
 * Reads the beginning of an encrypted file. @returns a trial of a passphrase, which throws WrongPassphrase
 * @throws DamagedFile for one that no passphrase opens
 */
export async function readLock(sealed: AsyncIterable<Uint8Array>) {
  const source = sealed[Symbol.asyncIterator]();
  try {
    const { header } = await readHeader(source);
    requireForm(header);
    return async (passphrase: string) => void (await openHeader(header, passphrase));
  } finally {
    await source.return?.();
  }
}

function requireForm(header: string) {
  const [, signed = '', salt = '', work = '', body = '', mac = ''] = headerForm.exec(header) ?? [];
  if (signed === '' || Number(work) > mostWork || Number(work) < 1) throw new DamagedFile();
  return { signed, salt, work, body, mac };
}

/** @returns the key of the file */
async function openHeader(header: string, passphrase: string) {
  const { signed, salt, work, body, mac } = requireForm(header);
  const key = await keyFrom(passphrase, Buffer.from(salt, 'base64'), Number(work));
  const fileKey = openKey(key, Buffer.from(body, 'base64'));
  if (!timingSafeEqual(Buffer.from(mac, 'base64'), headerMac(fileKey, signed))) throw new DamagedFile();
  return fileKey;
}

function openKey(key: Buffer, body: Buffer) {
  try {
    return unseal(key, Buffer.alloc(12), body);
  } catch {
    throw new WrongPassphrase();
  }
}
