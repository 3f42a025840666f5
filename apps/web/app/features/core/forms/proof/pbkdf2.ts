import { begin, compress, type State } from './sha-256.ts';

type Parameters = { cost: number; keyLength?: number };

/**
 * PBKDF2-HMAC-SHA-256 by hand, up to 32 bytes: browsers lend theirs to pages over HTTPS only. Password and salt of less
 * than 64 bytes, which is what altcha's challenges have. Source: RFC 8018, section 5.2.
 */
export async function deriveKey({ cost, keyLength = 32 }: Parameters, salt: Uint8Array, password: Uint8Array) {
  const inner = compress(begin, padded(password, 0x36));
  const outer = compress(begin, padded(password, 0x5c));
  const hmac = (block: Int32Array) => compress(outer, lastBlock(compress(inner, block)));

  let round = hmac(saltBlock(salt));
  const key = round.slice();
  for (let done = 1; done < cost; done++) {
    round = hmac(lastBlock(round));
    for (let index = 0; index < 8; index++) key[index] = (key[index] as number) ^ (round[index] as number);
  }
  return { parameters: {}, derivedKey: bytesOf(key).slice(0, keyLength) };
}

function padded(password: Uint8Array, pad: number) {
  const bytes = new Uint8Array(64).fill(pad);
  for (const [index, byte] of password.entries()) bytes[index] = byte ^ pad;
  return wordsOf(bytes);
}

/** The salt and the number of the key's first block, closed as SHA-256 closes what follows a block of 64 bytes. */
function saltBlock(salt: Uint8Array) {
  const bytes = new Uint8Array(64);
  bytes.set([...salt, 0, 0, 0, 1, 0x80]);
  const words = wordsOf(bytes);
  words[15] = (64 + salt.length + 4) * 8;
  return words;
}

function lastBlock(state: State) {
  const words = new Int32Array(16);
  words.set(state);
  words[8] = 0x80000000;
  words[15] = (64 + 32) * 8;
  return words;
}

function wordsOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer);
  return Int32Array.from({ length: 16 }, (_, index) => view.getInt32(index * 4));
}

function bytesOf(words: Int32Array) {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((value, index) => {
    view.setInt32(index * 4, value);
  });
  return bytes;
}
