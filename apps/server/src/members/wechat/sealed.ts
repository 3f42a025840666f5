import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-CBC over 16 random bytes, the length in 4 bytes, the text and the appId, padded as PKCS#7 pads to 32 bytes.
const cipher = 'aes-256-cbc';
const block = 32;
const noise = 16;

export type Sealed = { text: string; appId: string };

/** Encrypts as the official account's server does, in base64. `aesKey` is the 43 characters of the console. */
export function seal(aesKey: string, { text, appId }: Sealed) {
  const { key, iv } = readKey(aesKey);
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const content = Buffer.concat([randomBytes(noise), length, bytes, Buffer.from(appId)]);
  const padding = block - (content.length % block);

  const encrypt = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([
    encrypt.update(content),
    encrypt.update(Buffer.alloc(padding, padding)),
    encrypt.final(),
  ]).toString('base64');
}

/** The other way round. Nothing for what was not sealed with this key. */
export function unseal(aesKey: string, sealed: string): Sealed | undefined {
  const padded = decrypt(aesKey, Buffer.from(sealed, 'base64'));
  const content = padded && withoutPadding(padded);
  if (!content || content.length < noise + 4) return undefined;

  const start = noise + 4;
  const end = start + content.readUInt32BE(noise);
  if (end > content.length) return undefined;
  return { text: content.toString('utf8', start, end), appId: content.toString('utf8', end) };
}

function decrypt(aesKey: string, bytes: Buffer) {
  const { key, iv } = readKey(aesKey);
  if (bytes.length === 0 || bytes.length % iv.length !== 0) return undefined;
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function withoutPadding(bytes: Buffer) {
  const padding = bytes.at(-1) ?? 0;
  const isWhole = padding >= 1 && padding <= block && padding <= bytes.length;
  return isWhole && bytes.subarray(-padding).every((byte) => byte === padding)
    ? bytes.subarray(0, -padding)
    : undefined;
}

function readKey(aesKey: string) {
  const key = Buffer.from(aesKey, 'base64');
  if (key.length !== block) throw new Error('公众号的 EncodingAESKey 应是 43 个字符');
  return { key, iv: key.subarray(0, 16) };
}
