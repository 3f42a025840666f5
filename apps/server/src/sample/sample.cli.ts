import { readConfig } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { createSearch } from '../search/search.ts';
import { removeSample } from './remove.ts';

/** npm run sample -- remove: takes the sample content out of the site again. Safe while the site runs. */
async function main() {
  if (process.argv.slice(2).join(' ') !== 'remove') throw new Error('用法：npm run sample -- remove');

  const { databaseUrl } = readConfig(process.env);
  const dialect = dialectOf(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialect);
    const { removed, kept } = await removeSample({ db, search: createSearch(dialect) });
    process.stdout.write(`已移除 ${removed} 项示例内容。\n`);
    for (const reason of kept) process.stdout.write(`  留下：${reason}\n`);
  } finally {
    await db.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
