import type { Snapshot } from '../../platform/db/copies/snapshot.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { typeOfKey } from '../../platform/storage/storage.ts';

/** The keys of each picture the database knows of: its own and those of its smaller copies. */
export async function* keptKeys(snapshot: Snapshot): AsyncGenerator<string[]> {
  const table = snapshot.tables.find(({ name }) => name === 'files');
  if (!table) return;
  const key = table.columns.indexOf('key');
  const sizes = table.columns.indexOf('sizes');
  for await (const rows of snapshot.rows(table))
    for (const row of rows) {
      const smaller = readSizes(String(row[sizes] ?? '[]')).map((size) => size.key);
      yield [String(row[key]), ...smaller].filter((one) => typeOfKey(one) !== undefined);
    }
}
