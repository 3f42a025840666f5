import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { indexAgain } from '../../../effects.ts';
import { createSearch } from '../../search/search.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

test('an update puts what was written before into the index anew, in steps', async () => {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  const dialect = dialectOf(url);
  await migrate(db, dialect, { to: '009-office' });
  await sql`insert into users (nickname, role, "createdAt") values ('小林', 'owner', 0)`.execute(db);
  for (let number = 1; number <= 60; number++)
    await sql`insert into articles ("authorId", title, summary, markdown, html, "openingHtml", headings,
      "openingHeadings", words, state, "publishedAt", "updatedAt", "createdAt") values (1, ${`C++ 之 ${number}`}, '', '並發',
      '', '', '[]', '[]', 2, 'published', ${(60 - number) * 86_400_000}, 0, 0)`.execute(db);

  await migrate(db, dialect);
  const search = createSearch(dialect);
  expect((await search.find(db, 'C++', { limit: 1, offset: 0 })).total).toBe(0);
  for (let steps = 0; steps < 10; steps++) {
    const due = await db.selectFrom('outbox').selectAll().where('kind', '=', 'index-again').execute();
    for (const { id, payload } of due) {
      await indexAgain({ db, search }, JSON.parse(payload));
      await db.deleteFrom('outbox').where('id', '=', id).execute();
    }
  }
  expect(await search.find(db, 'C++', { limit: 2, offset: 0 })).toMatchObject({ ids: [1, 2], total: 60 });
  expect((await search.find(db, '并发', { limit: 1, offset: 0 })).total).toBe(60);
  const left = await db.selectFrom('outbox').select('kind').execute();
  expect(left.map(({ kind }) => kind)).not.toContain('index-again');
  await db.destroy();
  await remove();
});
