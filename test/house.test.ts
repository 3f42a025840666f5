import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import postgresShort from '../apps/server/test/postgres-short.json' with { type: 'json' };
import journeys from '../e2e/journeys.json' with { type: 'json' };
import { tableWriters } from '../scripts/table-writers.js';
import { longest } from './longest-first.ts';
import { measured } from './measured.ts';

const { figures, places } = measured;

test.each([
  ['no import runs against the order of districts', 'against'],
  ['no file has more than 300 lines', 'longFiles'],
  ['no function has more than 60 lines', 'longFunctions'],
  ['no literal is spread to steer the formatter', 'spreadLiterals'],
  ['no select follows a select', 'chainedSelects'],
  ['a table is written in one folder', 'sharedTables'],
])('%s', (_name, list) => {
  expect(places[list]).toEqual([]);
});

test('planted writes of a second folder are found', () => {
  const write = (path: string, text: string) => [`apps/server/src/${path}`, text] as const;
  const files = new Map([
    write('core/identity/user-rows.ts', "db.updateTable('users').set({ seenAt })"),
    write('core/identity/accounts.test.ts', "db.deleteFrom('says')"),
    write('community/says/says.ts', "db.insertInto('says')"),
    write('chat/rooms/rooms.ts', 'sql`update users set intro = 1`; sql`delete from "says" where id = 1`'),
    write('chat/rooms/any.ts', ['sql`delete from $', '{sql.table(table)}`'].join('')),
    write('core/visits/visits.queries.ts', "db.updateTable('articles')"),
    write('content/article-rows/article-rows.ts', "db.updateTable('articles')"),
  ]);
  expect(tableWriters([...files.keys()], files)).toEqual({
    usersWriters: ['core/identity', 'chat/rooms'],
    sharedTables: [
      'says: chat/rooms, community/says',
      'users: chat/rooms, core/identity',
      'chat/rooms writes any table',
    ],
  });
});

test('browser tests reach behind the door in one place', () => {
  expect(places.inside).toEqual(['e2e/arrange.ts', 'e2e/first-sites.ts', 'e2e/site.ts']);
});

test('the whole product is read', () => {
  expect(figures['product files']).toBeGreaterThan(1000);
});

test('the files of a short run, and those that begin it, exist', () => {
  expect([...journeys, ...postgresShort, ...longest].filter((file) => !existsSync(file))).toEqual([]);
});
