import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import type { Db } from '../../src/platform/db/schema.ts';
import { command } from '../database.ts';
import { fillGrown, sizeOf } from './fill.ts';

/**
 * Writes a migrated database of `articles` articles to a SQLite file, copied from the template in `folder`, which is made
 * first where it is missing. The copy is migrated to the newest version, and nothing is left for it to do behind.
 */
export async function copyGrown(folder: string, articles: number, file: string) {
  const template = join(folder, `grown-${articles}.db`);
  if (!existsSync(template)) {
    await mkdir(folder, { recursive: true });
    const part = `${template}.part`;
    for (const end of ['', '-wal', '-shm']) await rm(part + end, { force: true });
    await makeGrown(part, articles);
    await rename(part, template);
  }
  await copyFile(template, file, constants.COPYFILE_FICLONE);
  const db = openDatabase(file);
  await migrate(db, 'sqlite');
  await finishDueWork(db);
  await db.destroy();
}

const relatedEach = 6;

/** Ends what a new or migrated site would do behind for hours: choosing related articles, which stand a few ids on. */
async function finishDueWork(db: Db) {
  for (let nth = 1; nth <= relatedEach; nth++)
    await sql`insert into "relatedArticles" ("articleId", "relatedId", score)
      select one."articleId", other."articleId", ${1 / nth} from "articleListings" as one
      join "articleListings" as other on other.kind = 'all' and other."targetId" = 0
        and other."articleId" = one."articleId" + ${sql.lit(3 * nth)}
      where one.kind = 'all' and one."targetId" = 0 on conflict do nothing`.execute(db);
  await db.deleteFrom('relatedDue').execute();
  await db.deleteFrom('outbox').execute();
}

/** Migrates the grown database of this size on a PostgreSQL server, made first where it is missing. @returns its URL */
export async function openGrown(server: string, articles: number) {
  const name = `grown_${articles}`;
  const place = new URL(server);
  place.pathname = `/${name}`;
  const { rows } = await command(server, `select from pg_database where datname = '${name}'`);
  if (rows.length === 0) {
    await command(server, `create database ${name}_part`);
    const part = new URL(server);
    part.pathname = `/${name}_part`;
    await makeGrown(part.href, articles);
    await command(server, `alter database ${name}_part rename to ${name}`);
  }
  const db = openDatabase(place.href);
  await migrate(db, 'postgres');
  await db.destroy();
  return place.href;
}

/** Migrates and fills a new database of any kind. */
async function makeGrown(url: string, articles: number, onProgress?: (articles: number) => void) {
  const db = openDatabase(url);
  try {
    await migrate(db, dialectOf(url));
    if (dialectOf(url) === 'sqlite') await sql`pragma synchronous = off`.execute(db);
    await fillGrown(db, sizeOf(articles), onProgress);
    await sql`analyze`.execute(db);
    await finishDueWork(db);
  } finally {
    await db.destroy();
  }
  if (dialectOf(url) === 'postgres') await command(url, 'vacuum analyze');
}
