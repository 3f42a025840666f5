import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from './config.ts';
import { isCopyFolder } from './db/copies/copy-folders.ts';
import { dialectOf } from './db/dialect.ts';

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Makes the data folder where there is none. @throws Error in Chinese for one that cannot be written */
export function openDataFolder({ dataDir, databaseUrl }: Place) {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new Error(`数据目录不可写：${dataDir}`);
  }
  if (dialectOf(databaseUrl) === 'sqlite') closeToOthers(databaseUrl);
}

/** Versions up to 0.2.0 left the database readable by everybody on the machine. */
function closeToOthers(database: string) {
  for (const file of [database, `${database}-wal`, `${database}-shm`]) {
    const { mode } = statSync(file, { throwIfNoEntry: false }) ?? { mode: 0 };
    if ((mode & 0o007) !== 0) chmodSync(file, mode & 0o770);
  }
}

/** Whether a restore that was killed left its copy beside a SQLite file. On PostgreSQL the next backup looks. */
export function hasLeftCopy({ databaseUrl }: Place) {
  return dialectOf(databaseUrl) === 'sqlite' && readdirSync(dirname(databaseUrl)).some(isCopyFolder);
}
