import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectRightLists } from '../../../../test/article-lists.ts';
import { newDatabase } from '../../../../test/database.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

test('what was published before is in its lists, and what was not is in none', async () => {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '023-imports' });
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`insert into users (nickname, "nicknameKey", role, "createdAt") values ('站长', 'z', 'owner', 1)`);
  await run(`insert into categories (name) values ('四时')`);
  await run(`insert into tags (name) values ('雨'), ('花')`);
  const article = (state: string, publishedAt: number, more = `0, null, null, 'article'`) =>
    run(`insert into articles ("authorId", title, summary, words, state, "updatedAt", "createdAt", markdown, html,
      "openingHtml", headings, "openingHeadings", views, "publishedAt", pinned, "categoryId", "removedAt", kind)
      select id, '旧文', '', 7, '${state}', 1, 1, '', '', '', '[]', '[]', 3, ${publishedAt}, ${more} from users`);
  await article('published', 1_735_660_799_999, `1, 1, null, 'article'`);
  await article('published', 1_735_660_800_000);
  await article('published', 5, `0, 1, 9, 'article'`);
  await article('published', 5, `0, null, null, 'page'`);
  await article('draft', 5);
  await run(`insert into "articleTags" ("articleId", "tagId") select articles.id, tags.id from articles, tags`);
  await migrate(db, dialectOf(url));
  await expectRightLists(db);
  const lists = await db.selectFrom('articleLists').select(['kind', 'articles']).orderBy('kind').execute();
  expect(lists.map(({ kind, articles }) => `${kind} ${articles}`)).toEqual([
    'all 2',
    'author 2',
    'category 1',
    'tag 2',
    'tag 2',
  ]);
  await db.destroy();
  await remove();
});
