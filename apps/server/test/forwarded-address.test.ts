import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from './served.ts';

let site: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  site = await serve({ TRUST_PROXY: '1' });
});
afterAll(() => site.end());

const headers = { 'user-agent': 'Mozilla/5.0 Chrome/142.0', 'content-type': 'application/json' };
const logIn = async (from: string) => {
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'wrong-password' });
  const request = { method: 'POST', headers: { ...headers, 'x-forwarded-for': from }, body };
  return (await site.ask('/oauth/emailLogin', request)).status;
};

test.each([
  ['IPv4 with a port', (n: number) => `198.51.77.2:${1000 + n}`],
  ['IPv4 with and without quotes', (n: number) => (n % 2 ? '198.51.77.3' : `"198.51.77.3:${n}"`)],
  ['IPv4 mapped into IPv6', (n: number) => ['198.51.77.4', '::ffff:198.51.77.4', '[::ffff:c633:4d04]:9'][n % 3] ?? ''],
  ['IPv6 with a port', (n: number) => `[2001:db8:77::1]:${1000 + n}`],
  ['IPv6 in quotes, with a zone', (n: number) => `"[2001:DB8:78:0::1%eth${n}]:${1000 + n}"`],
  ['an address behind what the client made up', (n: number) => `203.0.113.${n}, 198.51.77.5:${1000 + n}`],
  ['no address at all', (n: number) => `${['unknown', '_hidden', 'a.b.c.d:', '[]'][n % 4]}${n}`],
])('wrong logins count for one visitor: %s', async (_name, from) => {
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await logIn(from(n)));
  expect(answers).toEqual([400, 400, 400, 428, 428]);
});

test('different visitors behind one proxy do not share a limit', async () => {
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await logIn(`198.51.78.${n}:4000`));
  expect(answers).toEqual([400, 400, 400, 400, 400]);
});

test('pages opened over many connections of one visitor are one visitor', async () => {
  for (let n = 0; n < 4; n++)
    for (const path of ['/', '/about'])
      await site.ask(path, { headers: { ...headers, 'x-forwarded-for': `61.135.1.9:${700 + n}` } });
  await site.stop(); // writes at the latest now all that was counted
  expect(await site.db.selectFrom('visitDays').select(['views', 'visitors']).execute()).toEqual([
    { views: 2, visitors: 1 },
  ]);
});
