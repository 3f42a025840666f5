import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKey } from './pbkdf2.ts';

test.each([1, 2, 1000])('%i rounds give what Node’s own PBKDF2 gives', async (cost) => {
  for (const [saltLength, passwordLength, keyLength] of [
    [16, 20, 32],
    [0, 0, 32],
    [51, 63, 16],
  ] as const) {
    const salt = randomBytes(saltLength);
    const password = randomBytes(passwordLength);
    const { derivedKey } = await deriveKey({ cost, keyLength }, salt, password);
    expect(Buffer.from(derivedKey)).toEqual(pbkdf2Sync(password, salt, cost, keyLength, 'sha256'));
  }
});
