import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepPicture, keptPicture, rowOfPicture } from '../../platform/storage/pictures.ts';
import { typeOfKey } from '../../platform/storage/storage.ts';
import type { Outcome } from '../import/import-file.ts';
import type { ContentImport } from './content-import.ts';
import * as queries from './import-pictures.queries.ts';

type Done = (key: string, outcome: Outcome) => void;

/** Puts the pictures back under their keys, byte for byte, with smaller copies made anew. */
export async function importPictures({ db, storage, folder, dryRun }: ContentImport, onDone: Done) {
  const below = join(folder, 'pictures');
  const names = await readdir(below, { recursive: true }).catch(() => []);
  for (const name of names.map((one) => one.replaceAll('\\', '/')).sort()) {
    if (typeOfKey(name) === undefined || (await queries.hasFile(db, name)) || dryRun) continue;
    try {
      const picture = await keptPicture(name, await readFile(join(below, name)));
      await keepPicture(storage, picture);
      await queries.insertFile(db, rowOfPicture(picture));
    } catch (error) {
      onDone(`pictures/${name}`, { kind: 'failed', reason: (error as Error).message, warnings: [] });
    }
  }
}
