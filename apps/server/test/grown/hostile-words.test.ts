import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { secretHash } from '../../src/platform/tickets/tickets.ts';
import { freshSite } from '../fresh-site.ts';
import { fillGrown, sizeOf } from './fill.ts';

const site = freshSite();
/** Milliseconds of CPU for one search of six hundred articles; an ordinary word takes a tenth. */
const most = 1000;

/** Words that have broken searches: signs of LIKE, of full-text queries and of patterns, endless and repeated ones. */
const words = [
  '%'.repeat(100),
  '_%'.repeat(50),
  '!%!_'.repeat(25),
  '\\'.repeat(100),
  '墨'.repeat(100),
  '备份'.repeat(50),
  'ａｂＣ　１'.repeat(20),
  '"'.repeat(99),
  `'; drop table articles; --`,
  'NEAR(备 份, 100) OR NOT * ^',
  '*'.repeat(100),
  '(a+)+$'.repeat(16),
  '[^]]*{1,1000}'.repeat(7),
  Array.from({ length: 50 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' '),
  `a${'\u0301'.repeat(90)}`,
  '🖋️'.repeat(30),
  '\u202e\u200b\ufeff',
];

/** Fields in which one looks for a text. */
function searchesOf(endpoint: Endpoint) {
  if (endpoint.method !== 'GET' || !endpoint.query) return [];
  const { properties = {} } = z.toJSONSchema(endpoint.query, { unrepresentable: 'any', io: 'input' });
  return Object.keys(properties)
    .filter((name) => ['text', 'keyword', 'word', 'q', 'name', 'query', 'search', 'subject'].includes(name))
    .map((field) => ({ path: endpoint.path, field }));
}

const searches = [...Object.values(api), ...Object.values(adminApi)]
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .flatMap(searchesOf);

test('no hostile word costs a search or a list of the office more than a moment, or an error', {
  timeout: 300_000,
}, async () => {
  await site.db.deleteFrom('sessions').execute();
  await site.db.deleteFrom('users').execute();
  await fillGrown(site.db, sizeOf(600));
  const times = { createdAt: Date.now(), usedAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  await site.db
    .insertInto('sessions')
    .values({ userId: 1, tokenHash: secretHash('owner'), way: 'password', device: '', place: '', ...times })
    .execute();
  expect(searches.length).toBeGreaterThan(8);
  const strange: string[] = [];
  let answered = 0;
  for (const { path, field } of searches)
    for (const word of words) {
      const { user, system } = process.cpuUsage();
      const { statusCode } = await site.app.inject({
        url: path,
        query: { [field]: word },
        headers: { authorization: 'owner' },
      });
      if (statusCode === 200) answered++;
      const spent = process.cpuUsage({ user, system });
      const milliseconds = Math.round((spent.user + spent.system) / 1000);
      if (statusCode >= 500 || milliseconds > most)
        strange.push(`${path}?${field}=${word.slice(0, 20)}: ${statusCode}, ${milliseconds} ms`);
    }
  expect(answered).toBeGreaterThan(searches.length * 4);
  expect(strange).toEqual([]);
});
