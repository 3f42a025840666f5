import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { expectUpgraded } from '../../../test/former/expect-upgraded.ts';
import { recordedBackup } from '../../../test/former/site.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { restoreSite } from './restore.ts';

test('a backup that 0.2.0 made becomes a site of this version, with its picture', { timeout: 120_000 }, async () => {
  const { url, remove } = await newDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-former-'));
  const storage = localStorage(join(dataDir, 'files'));
  await restoreSite({ databaseUrl: url, dataDir, storage, siteUrl: 'https://b' }, recordedBackup('0.2.0'));
  const db = openDatabase(url);
  await expectUpgraded(db, dialectOf(url));
  const { key } = await db.selectFrom('files').select('key').executeTakeFirstOrThrow();
  expect(await storage.get(key)).toBeDefined();
  await db.destroy();
  await remove();
  await rm(dataDir, { recursive: true, force: true });
});
