import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { expect, test, vi } from 'vitest';
import { DamagedFile, decrypt, prepareEncryption, TooHeavyFile, WrongPassphrase } from './age.ts';
import { explainSealed } from './errors.ts';

const passphrase = '三月里的小雨 correct horse';

async function* pieces(bytes: Uint8Array, size = 50_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function joined(source: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function encrypted(bytes: Uint8Array) {
  const { encrypt, sizeOf } = await prepareEncryption(passphrase);
  const sealed = await joined(encrypt(pieces(bytes)));
  expect(sealed.length).toBe(sizeOf(bytes.length));
  return sealed;
}

const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000];

test('what is encrypted comes back, whatever its length', { timeout: 60_000 }, async () => {
  for (const size of sizes) {
    const bytes = randomBytes(size);
    const sealed = await encrypted(bytes);
    expect(bytes.equals(await joined(decrypt(pieces(sealed, 7000), passphrase)))).toBe(true);
  }
});

test('the library of the format opens what is encrypted here, and the other way round', {
  timeout: 60_000,
}, async () => {
  const bytes = randomBytes(200_000);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  expect(bytes.equals(await decrypter.decrypt(await encrypted(bytes)))).toBe(true);
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(12);
  encrypter.setPassphrase(passphrase);
  const theirs = await encrypter.encrypt(bytes);
  expect(bytes.equals(await joined(decrypt(pieces(theirs), passphrase)))).toBe(true);
});

test('a wrong passphrase is told from a damaged file', { timeout: 60_000 }, async () => {
  const sealed = await encrypted(randomBytes(150_000));
  await expect(joined(decrypt(pieces(sealed), 'another one'))).rejects.toThrow(WrongPassphrase);
  const flipped = Buffer.from(sealed);
  flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
  const swapped = Buffer.concat([
    sealed.subarray(0, -65_552 * 2),
    sealed.subarray(-65_552),
    sealed.subarray(-65_552 * 2, -65_552),
  ]);
  const heavy = Buffer.from(sealed.toString('latin1').replace(/ 16\n/, ' 30\n'), 'latin1');
  for (const damaged of [
    flipped,
    swapped,
    heavy,
    sealed.subarray(0, -1),
    sealed.subarray(0, 100),
    sealed.subarray(0, -40_000),
    Buffer.from('<html>'),
    randomBytes(200_000),
    Buffer.alloc(0),
  ])
    await expect(joined(decrypt(pieces(damaged), passphrase))).rejects.toThrow(DamagedFile);
});

test('a whole chunk less at the end is noticed', { timeout: 60_000 }, async () => {
  const sealed = await encrypted(randomBytes(65_536 * 3));
  await expect(joined(decrypt(pieces(sealed.subarray(0, -65_552)), passphrase))).rejects.toThrow(DamagedFile);
});

test('a file whose key takes more memory than is free is refused, and the memory is named', async () => {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(17);
  encrypter.setPassphrase(passphrase);
  const theirs = await encrypter.encrypt(randomBytes(100));
  const free = vi.spyOn(process, 'availableMemory').mockReturnValue(100 * 1024 ** 2);
  try {
    const refused = await joined(decrypt(pieces(theirs), passphrase)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TooHeavyFile);
    expect(String(explainSealed(refused))).toContain('要 128 MB 内存');
    const own = await encrypted(randomBytes(100));
    expect((await joined(decrypt(pieces(own), passphrase))).length).toBe(100);
  } finally {
    free.mockRestore();
  }
});
