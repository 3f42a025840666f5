import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

const article = (key: string, hash: string) => sql`insert into articles ("authorId", title, summary, words, state,
  "updatedAt", "createdAt", markdown, html, "openingHtml", headings, "openingHeadings", "importKey", "importHash", version)
  select id, ${key}, '', 0, 'draft', 1, 1, '', '', '', '[]', '[]', ${key}, ${hash}, 4 from users where role = 'owner'`;

test('articles of earlier imports are in the ledger with their fingerprint and version, as one run of each kind', async () => {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '023-imports' });
  await sql`insert into users (nickname, "nicknameKey", role, "createdAt") values ('小林', 'l', 'member', 1), ('站长', 'z', 'owner', 1)`.execute(
    db,
  );
  await article('posts/雨.md', 'abc.4').execute(db);
  await article('articles/2-雪.md', 'def.3').execute(db);
  await article('articles/9-风.md', 'ghi').execute(db);
  await migrate(db, dialectOf(url));

  const rows = await db.selectFrom('importedRows').selectAll().orderBy('origin').orderBy('rowId').execute();
  expect(rows.map(({ origin, key, rowId, mark, source }) => [origin, key, rowId, mark, source])).toEqual([
    ['markdown#1', 'posts/雨.md', 1, '4', 'abc'],
    ['markdown#1', 'articles/9-风.md', 3, '', 'ghi'],
    ['mojian#1', '2', 2, '3', 'def'],
    ['mojian#1', '9', 3, '', 'ghi'],
  ]);
  const runs = await db.selectFrom('importRuns').selectAll().orderBy('id').execute();
  expect(runs.map(({ reader, state, counts, userId }) => [reader, state, JSON.parse(counts).article, userId])).toEqual([
    ['markdown', 'done', { inFile: 2, added: 2 }, 2],
    ['mojian', 'done', { inFile: 2, added: 2 }, 2],
  ]);
  await db.destroy();
  await remove();
});
