import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { isSafeSource } from './release-source.ts';

test.each([
  'https://releases.example.com/mojian/',
  'http://127.0.0.1:8080/',
  'http://localhost/mojian/',
  'http://[::1]:80/',
  'http://192.168.1.9/',
  'http://10.0.0.1/',
  'http://[fd00::1]/',
])('releases may come from %s', (address) => {
  expect(isSafeSource(address)).toBe(true);
});

test.each([
  'http://releases.example.com/',
  'http://8.8.8.8/',
  'http://127.0.0.1.example.com/',
  'http://localhost.example.com/',
  'http://192.168.1.9.nip.io/',
  'http://[2001:db8::1]/',
  'ftp://127.0.0.1/',
  'file:///etc/',
  'nonsense',
])('releases may not come from %s', (address) => {
  expect(isSafeSource(address)).toBe(false);
});

test('an address without protection and a key that is none are refused at the start', () => {
  expect(() => readConfig({ UPGRADE_URL: 'http://releases.example.com/' })).toThrow(/UPGRADE_URL 须用 https/);
  for (const UPGRADE_KEY of ['AAAA', 'x y', rsa()])
    expect(() => readConfig({ UPGRADE_KEY })).toThrow(/UPGRADE_KEY 须为 Ed25519/);
  const { publicKey } = generateKeyPairSync('ed25519');
  const UPGRADE_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(readConfig({ UPGRADE_KEY }).upgradeKey?.asymmetricKeyType).toBe('ed25519');
});

function rsa() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}
