import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../../test/database.ts';
import { loadSettings } from '../../../core/settings/settings.ts';
import { dialectOf } from '../dialect.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';

async function migrated(settings: Record<string, object>) {
  const { url, remove } = await newDatabase();
  const db = openDatabase(url);
  await migrate(db, dialectOf(url), { to: '009-office' });
  for (const [name, value] of Object.entries(settings))
    await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)})`.execute(db);
  await migrate(db, dialectOf(url));
  const after = await loadSettings(db);
  await db.destroy();
  await remove();
  return after;
}

test('migrating keeps hidden, closed and moderated states as features', async () => {
  const item = (to: string, hidden: boolean) => ({ to, words: to === '/about' ? '我' : '', hidden });
  const { features, menu, chat, moderation } = await migrated({
    menu: { items: [item('/hot', true), item('/about', true), item('/say', false), item('/message', true)] },
    chat: { group: 'closed', name: '灯下' },
    moderation: { mode: 'all', hold: ['卖瓜'] },
  });
  expect(features).toMatchObject({ hot: false, board: false, says: true, group: false, comments: 'review' });
  expect(features).toMatchObject({ privateChat: true, registration: 'open' });
  expect(menu.items.map(({ to, hidden }) => [to, hidden])).toEqual([
    ['/hot', false],
    ['/about', true],
    ['/say', false],
    ['/message', false],
  ]);
  expect(chat).toEqual({ group: 'members', name: '灯下' });
  expect(moderation).toMatchObject({ mode: 'all', hold: ['卖瓜'] });
});

test('a site that turned nothing off has everything on', async () => {
  const { features } = await migrated({ chat: { group: 'open' } });
  expect(features).toEqual({
    says: true,
    board: true,
    hot: true,
    navigation: true,
    links: true,
    group: true,
    privateChat: true,
    series: true,
    comments: 'open',
    registration: 'open',
  });
});
