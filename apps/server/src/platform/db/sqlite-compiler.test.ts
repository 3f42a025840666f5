import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { columnsOfPartialIndexes } from './sqlite-compiler.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  store = await testDatabase();
});
afterEach(() => store.close());

test.skipIf(process.env.TEST_DATABASE)(
  'the columns whose values are written into statements are those partial indexes compare',
  async () => {
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'index'`.execute(store.db);
    const columns = new Set<string>();
    for (const { sql: index } of rows) {
      const condition = index?.split(/\bwhere\b/i)[1] ?? '';
      for (const [, column = ''] of condition.matchAll(/"?(\w+)"?\s*(?:=|<>|<|>|<=|>=)\s*(?:'|\d)/g))
        columns.add(column);
    }
    expect([...columns].sort()).toEqual([...columnsOfPartialIndexes].sort());
  },
);

test.skipIf(process.env.TEST_DATABASE)(
  'limits and constants are written into statements, other values are bound',
  async () => {
    const { sql: statement, parameters } = store.db
      .selectFrom('articles')
      .select('id')
      .where('articles.state', '=', 'published')
      .where('pinned', '=', 0)
      .where('title', '=', 'published')
      .limit(5)
      .offset(10)
      .compile();
    expect(statement).toBe(
      `select "id" from "articles" where "articles"."state" = 'published' and "pinned" = 0 and "title" = ? limit 5 offset ?`,
    );
    expect(parameters).toEqual(['published', 10]);
  },
);

test('a value no constant of the program looks like is bound', async () => {
  const foreign = "x' or 1=1 --";
  const { parameters } = store.db
    .selectFrom('articles')
    .select('id')
    .where('state', '=', foreign as 'published')
    .compile();
  expect(parameters).toEqual([foreign]);
});
