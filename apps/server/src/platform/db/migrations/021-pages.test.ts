import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { loadSettings } from '../../../core/settings/settings.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

async function migrated(features: object) {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '019-processes' });
  await sql`insert into users (nickname, "nicknameKey", role, "createdAt") values ('站长', 'z', 'owner', 1)`.execute(
    db,
  );
  await sql`insert into articles ("authorId", title, summary, words, state, "updatedAt", "createdAt", markdown, html,
    "openingHtml", headings, "openingHeadings") select id, '旧文', '', 0, 'draft', 1, 1, '', '', '', '[]', '[]' from users`.execute(
    db,
  );
  await sql`insert into settings (name, value) values ('features', ${JSON.stringify(features)})`.execute(db);
  await migrate(db, dialectOf(url));
  const settings = await loadSettings(db);
  const kinds = await db.selectFrom('articles').select('kind').execute();
  await db.destroy();
  await remove();
  return { features: settings.features, kinds };
}

test('what was written before is an article, and comments switched off stay unseen', async () => {
  const { features, kinds } = await migrated({ comments: 'closed', hot: false });
  expect(features).toMatchObject({ comments: 'hidden', hot: false, registration: 'open' });
  expect(kinds).toEqual([{ kind: 'article' }]);
});

test('other modes of comments and a closed registration stay', async () => {
  const { features } = await migrated({ comments: 'review', registration: 'closed' });
  expect(features).toMatchObject({ comments: 'review', registration: 'closed' });
});
