import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

type Parameters = { cost: number; keyLength?: number };

/** PBKDF2-HMAC-SHA-256 without the browser's own, which it offers to pages over HTTPS only. `keyLength` in bytes. */
export async function deriveKey({ cost, keyLength = 32 }: Parameters, salt: Uint8Array, password: Uint8Array) {
  return { parameters: {}, derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
}
