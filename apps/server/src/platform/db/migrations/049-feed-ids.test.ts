import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { keepFeedOrigin, readFeedIds } from '../../../pages/feeds/feed-ids.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

/** Ids on a site that published before they were kept, as they are once it has moved. */
async function idsAfter(writing: object) {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '043-kinds-of-reports' });
  await sql`insert into users (nickname, "nicknameKey", role, "createdAt") values ('站长', 'z', 'owner', 1)`.execute(
    db,
  );
  for (const [title, slug, publishedAt] of [
    ['有名', 'bianhao', 5],
    ['无名', null, 6],
    ['未发', 'weifa', null],
  ])
    await sql`insert into articles ("authorId", title, slug, "publishedAt", summary, words, state, "updatedAt",
      "createdAt", markdown, html, "openingHtml", headings, "openingHeadings")
      select id, ${title}, ${slug}, ${publishedAt}, '', 0, ${publishedAt ? 'published' : 'draft'}, 1, 1, '', '', '', '[]', '[]' from users`.execute(
      db,
    );
  await sql`insert into settings (name, value) values ('writing', ${JSON.stringify(writing)})`.execute(db);
  await migrate(db, dialectOf(url));
  await keepFeedOrigin(db, 'https://old.example');
  const numbers = (await db.selectFrom('articles').select('id').orderBy('id').execute()).map(({ id }) => id);
  const { feed, entry } = await readFeedIds(db, 'https://new.example', numbers);
  await db.destroy();
  await remove();
  return [feed, ...numbers.map(entry)];
}

test('what readers have seen keeps the id it was sent with, what follows gets one of its number', async () => {
  const made = expect.stringMatching(/^tag:old\.example,[\d-]{10}:[0-9a-f]{8}\/article\/3$/);
  const [feed, named, unnamed] = [
    'https://old.example/',
    'https://old.example/article/bianhao',
    'https://old.example/article/2',
  ];
  expect(await idsAfter({ slugs: true })).toEqual([feed, named, unnamed, made]);
  expect(await idsAfter({ slugs: false })).toEqual([feed, 'https://old.example/article/1', unnamed, made]);
});
