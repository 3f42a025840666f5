import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from './open.ts';
import { reasonOfDatabase } from './reasons.ts';

test('a database that another program goes on writing to is said to be so', async () => {
  const { dialect, url, close } = await testDatabase();
  if (dialect !== 'sqlite') return close();
  const other = new DatabaseSync(url);
  other.exec('begin immediate');
  const db = openDatabase(url, { busyFor: 50 });
  const error = await db
    .deleteFrom('settings')
    .execute()
    .catch((reason: unknown) => reason);
  expect(reasonOfDatabase(error, url)).toBe('数据库一直被别的程序占着，写不进去：请稍后再试');
  other.close();
  await db.destroy();
  await close();
});
