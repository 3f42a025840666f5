import { createHash } from 'node:crypto';
import { leftOut } from '../src/operations/backups/backup-files.ts';
import { openSnapshot } from '../src/platform/db/copies/copies.ts';
import { toLine } from '../src/platform/db/copies/snapshot.ts';

/** For each table a backup holds: how many rows, a sum over them, and the last id. */
export async function storedRows(url: string) {
  const snapshot = await openSnapshot(url);
  try {
    const stored: Record<string, { rows: number; sum: string; lastId: number | null }> = {};
    // the chat's number goes on where neither site has been
    for (const table of snapshot.tables.filter(({ name }) => !(name in leftOut) && name !== 'chatSequence')) {
      const sum = createHash('sha256');
      let rows = 0;
      for await (const some of snapshot.rows(table)) {
        for (const row of some) sum.update(toLine(row));
        rows += some.length;
      }
      stored[table.name] = { rows, sum: sum.digest('hex'), lastId: await snapshot.lastId(table) };
    }
    return stored;
  } finally {
    await snapshot.close();
  }
}
