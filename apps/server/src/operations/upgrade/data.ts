import { constants, copyFileSync, existsSync, linkSync, rmSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import {
  copyPostgres,
  dropPostgresCopy,
  exchangePostgres,
  postgresCopyAddress,
} from '../../platform/db/copies/postgres-schemas.ts';
import { lockPostgres } from '../../platform/db/copies/site-lock.ts';
import { DatabaseInUse } from '../../platform/db/copies/snapshot.ts';
import { leaveWriteAheadLog } from '../../platform/db/copies/sqlite.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { makeFolder, putInPlaceSync } from '../../platform/durable-files.ts';
import { upgradesFolder } from './journal.ts';

/** Location of a site's rows. */
export type Place = { dataDir: string; databaseUrl: string };

const isPostgres = ({ databaseUrl }: Place) => dialectOf(databaseUrl) === 'postgres';
const schemaName = (kind: string, version: string) => `mojian_${kind}_${version.replace(/\W/g, '_').toLowerCase()}`;

/** Address of the database as it was under a version. */
export function savedPlace(place: Place, from: string) {
  if (isPostgres(place)) return postgresCopyAddress(place.databaseUrl, schemaName('before', from));
  return join(upgradesFolder(place.dataDir), `before-${from}.db`);
}

/** Address of what a newer version wrote before it was given up. */
export function asidePlace(place: Place, to: string) {
  if (isPostgres(place)) return postgresCopyAddress(place.databaseUrl, schemaName('after', to));
  return join(upgradesFolder(place.dataDir), `after-${to}.db`);
}

/** Data folder for a trial of the next version: a copy of the database, the site's own pictures. */
export async function copyForTrial(place: Place) {
  const dataDir = join(upgradesFolder(place.dataDir), 'trial');
  await removeTrial(place);
  await mkdir(dataDir, { mode: 0o700 });
  const pictures = join(place.dataDir, 'files');
  await makeFolder(pictures);
  await symlink(pictures, join(dataDir, 'files'));
  if (isPostgres(place)) {
    return { dataDir, databaseUrl: await copyPostgres(place.databaseUrl, trialSchema) };
  }
  const database = new DatabaseSync(place.databaseUrl, { readOnly: true });
  try {
    database.exec('pragma busy_timeout = 5000');
    database.prepare('vacuum into ?').run(join(dataDir, 'mojian.db'));
  } finally {
    database.close();
  }
  return { dataDir, databaseUrl: undefined };
}

const trialSchema = 'mojian_trial';

export async function removeTrial(place: Place) {
  rmSync(join(upgradesFolder(place.dataDir), 'trial'), { recursive: true, force: true });
  if (isPostgres(place)) await dropPostgresCopy(place.databaseUrl, trialSchema);
}

/** Keeps the database as it is, before a newer version changes it. The site must not run. */
export async function saveDatabase(place: Place, from: string) {
  if (isPostgres(place)) {
    return whileStopped(place, async () => {
      await copyPostgres(place.databaseUrl, schemaName('before', from));
    });
  }
  if (!existsSync(place.databaseUrl)) return;
  leaveWriteAheadLog(place.databaseUrl);
  copyFile(place.databaseUrl, savedPlace(place, from));
}

type PutBack = {
  from: string;
  to: string;
  /** Whether the present database shall stay aside, and whether it lies there already. */
  keepsAside: boolean;
  isAside: boolean;
  onAside: () => Promise<unknown>;
};

/**
 * Puts the database of before back in one step; what a newer version wrote stays aside. After a crash the site has the one or
 * the other, and doing it again is right in both cases. The site must not run.
 */
export async function putBack(place: Place, { from, to, keepsAside, isAside, onAside }: PutBack) {
  if (isPostgres(place)) {
    const schemas = { schema: schemaName('before', from), aside: schemaName('after', to) };
    await whileStopped(place, () => exchangePostgres(place.databaseUrl, schemas));
    if (keepsAside) await onAside();
    else await dropAside(place, to);
    return;
  }
  const saved = savedPlace(place, from);
  const aside = asidePlace(place, to);
  if (!existsSync(saved)) throw new Error(`升级前的数据不见了：${saved}`);
  leaveWriteAheadLog(place.databaseUrl);
  if (keepsAside && !isAside && existsSync(place.databaseUrl)) {
    linkFile(place.databaseUrl, aside);
    await onAside();
  }
  linkFile(saved, place.databaseUrl);
}

function copyFile(from: string, to: string) {
  putInPlace(to, (unfinished) => copyFileSync(from, unfinished, constants.COPYFILE_FICLONE));
}

/** Gives a file a second name, which takes no room: the disk may be full. Copies where there are no links. */
function linkFile(from: string, to: string) {
  putInPlace(to, (unfinished) => {
    try {
      linkSync(from, unfinished);
    } catch {
      copyFileSync(from, unfinished, constants.COPYFILE_FICLONE);
    }
  });
}

function putInPlace(to: string, make: (unfinished: string) => void) {
  const unfinished = `${to}.part`;
  rmSync(unfinished, { force: true });
  try {
    make(unfinished);
    putInPlaceSync(unfinished, to);
  } finally {
    rmSync(unfinished, { force: true }); // renaming onto a hard link of the same file does nothing
  }
}

export async function dropSaved(place: Place, from: string) {
  if (isPostgres(place)) await dropPostgresCopy(place.databaseUrl, schemaName('before', from));
  else rmSync(savedPlace(place, from), { force: true });
}

export async function dropAside(place: Place, to: string) {
  if (isPostgres(place)) await dropPostgresCopy(place.databaseUrl, schemaName('after', to));
  else rmSync(asidePlace(place, to), { force: true });
}

/** Whether a newer version left the tables as they were: what was written on it since can stay. */
export async function addedNoStep(place: Place, from: string) {
  const [before, now] = await Promise.all([readSteps(savedPlace(place, from)), readSteps(place.databaseUrl)]);
  return before.length > 0 && before.join() === now.join();
}

/** Migrations applied to a database. */
export async function readSteps(databaseUrl: string) {
  if (dialectOf(databaseUrl) === 'sqlite' && !existsSync(databaseUrl)) return [];
  const snapshot = await openSnapshot(databaseUrl);
  try {
    return snapshot.steps;
  } finally {
    await snapshot.close();
  }
}

const longestWait = 15_000;

/** Runs work while no process of the site runs; one that just ended may hold its connection for a moment. */
async function whileStopped(place: Place, work: () => Promise<void>) {
  const lock = await lockPostgres(place.databaseUrl);
  if (!lock) throw new Error('正在备份、恢复或导入，请等待完成');
  try {
    for (const until = Date.now() + longestWait; !(await lock.keepOut()); await setTimeout(200))
      if (Date.now() > until) throw new DatabaseInUse(place.databaseUrl);
    await work();
  } finally {
    await lock.release();
  }
}
