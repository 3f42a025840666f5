import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { up } from './001-start.ts';

test('says from before are rendered, and keep their topics', async () => {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  const start = { up: (to: Kysely<never>) => up(to, dialectOf(url)) };
  await new Migrator({ db, provider: { getMigrations: async () => ({ '001-start': start }) } }).migrateToLatest();
  await sql`insert into users (nickname, role, "createdAt") values ('小林', 'owner', 0)`.execute(db);
  await sql`insert into says ("authorId", text, "createdAt") values (1, '**雨**停了 #天气 <b>', 0)`.execute(db);
  await sql`insert into links ("groupName", name, url, "createdAt") values ('友', '友', 'https://a.cn', 0)`.execute(db);

  await migrate(db, dialectOf(url));
  expect(
    await db.selectFrom('says').select(['text', 'html', 'pictures', 'place', 'likes', 'comments']).execute(),
  ).toEqual([
    {
      text: '**雨**停了 #天气 <b>',
      html: '<p><strong>雨</strong>停了 <span class="topic">#天气</span> &lt;b&gt;</p>\n',
      pictures: '[]',
      place: '',
      likes: 0,
      comments: 0,
    },
  ]);
  expect(await db.selectFrom('sayTopics').selectAll().execute()).toEqual([{ sayId: 1, topic: '天气', position: 0 }]);
  expect(await db.selectFrom('links').select('reachable').execute()).toEqual([{ reachable: 1 }]);
  await db.destroy();
  await remove();
});
