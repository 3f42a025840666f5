import { runCommand, WrongUse } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createSearch } from '../../platform/search/search.ts';
import { removeSample } from './remove.ts';

const usage = `用法：npm run sample -- remove

一次拿走第一次启动时放进来的示例内容；站点不必停下，改过的、有人回应过的会留下。`;

/** npm run sample -- remove: removes the sample content. Safe while the site runs. */
await runCommand({ usage, words: [1, 1] }, async ({ words: [what] }) => {
  if (what !== 'remove') throw new WrongUse();
  const { databaseUrl } = readConfig(process.env);
  const dialect = dialectOf(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialect);
    const { removed, kept: remaining } = await removeSample({ db, search: createSearch(dialect) });
    process.stdout.write(`已移除 ${removed} 项示例内容。\n`);
    for (const reason of remaining) process.stdout.write(`  留下：${reason}\n`);
  } finally {
    await db.destroy();
  }
});
