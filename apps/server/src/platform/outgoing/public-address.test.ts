import { expect, test } from 'vitest';
import { isPublicAddress, namesPublicHost } from './outgoing.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fe80::1%eth0',
  '',
  'x',
  '127.1',
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  'http://127.0.0.1/',
  'http://127.1',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]:80',
  'http://localhost:3000',
  'http://LOCALHOST.',
  'http://a.localhost',
  'http://nas',
  'http://nas.local/',
  'http://router.lan',
  'http://10.0.0.1',
  'http://１２７.0.0.1',
  'x',
  'http://.',
])('%s names no public host', (url) => expect(namesPublicHost(url)).toBe(false));

test.each(['https://a.cn', 'http://8.8.8.8:81', 'https://中文.网址/', 'https://local.example'])(
  '%s may name a public one',
  (url) => expect(namesPublicHost(url)).toBe(true),
);
