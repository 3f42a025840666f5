import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

test('stored redirects are kept, their chains shortened and loops dropped', async () => {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '019-processes' });
  const stored = [
    ['/article/rain', '/article/7'],
    ['/user/3', '/user/4'],
    ['/user/4', '/user/5'],
    ['/Posts/Snow', '/article/8'],
    ['/index.php/archives/9', '/article/9'],
    ['/loop', '/LOOP/2'],
    ['/loop/2', '/loop'],
    [`/${'x'.repeat(600)}`, '/article/1'],
  ];
  for (const [path, target] of stored)
    await sql`insert into "movedPaths" (path, target) values (${path}, ${target})`.execute(db);
  await migrate(db, dialectOf(url));
  const rows = await db.selectFrom('movedPaths').selectAll().execute();
  await db.destroy();
  await remove();
  const row = (path: string, target: string, source: string) => ({
    path,
    target,
    source,
    hits: 0,
    lastHitAt: null,
    createdAt: 0,
    removedAt: null,
  });
  expect(rows.map(({ id, ...row }) => row).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    row('/archives/9', '/article/9', 'import'),
    row('/article/rain', '/article/7', 'renamed'),
    row('/posts/snow', '/article/8', 'import'),
    row('/user/3', '/user/5', 'renamed'),
    row('/user/4', '/user/5', 'renamed'),
  ]);
});
