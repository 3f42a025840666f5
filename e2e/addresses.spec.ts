import { afterEach, expect, test } from 'vitest';
import { type Site, startSite } from './site.ts';

let site: Site | undefined;
afterEach(() => site?.remove());

/** Asks for codes, each for another mailbox and with another X-Forwarded-For; the sixth from one address costs work. */
async function ask(forwarded: (count: number) => string) {
  const codes: number[] = [];
  for (let count = 0; count < 6; count++) {
    const headers = { 'x-forwarded-for': forwarded(count) };
    const url = `${site?.url}/oauth/sendEmailCode?email=${crypto.randomUUID()}@example.com`;
    codes.push((await fetch(url, { headers })).status);
  }
  return codes;
}

const slowed = [200, 200, 200, 200, 200, 428];
const unslowed = Array(6).fill(200);

test('without a proxy X-Forwarded-For is ignored', async () => {
  site = await startSite({ SAMPLE_CONTENT: '0' });
  expect(await ask((count) => `203.0.113.${count}`)).toEqual(slowed);
});

test('behind one proxy the last forwarded address counts', async () => {
  site = await startSite({ SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  expect(await ask((count) => `203.0.113.${count}`)).toEqual(unslowed);
  expect(await ask((count) => `10.0.0.${count}, 192.0.2.1`)).toEqual(slowed);
});

test('behind two proxies the second last forwarded address counts', async () => {
  site = await startSite({ SAMPLE_CONTENT: '0', TRUST_PROXY: '2' });
  expect(await ask((count) => `10.0.0.1, 203.0.113.${count}, 192.0.2.1`)).toEqual(unslowed);
  expect(await ask((count) => `10.0.0.${count}, 198.51.100.7, 192.0.2.${count}`)).toEqual(slowed);
});
