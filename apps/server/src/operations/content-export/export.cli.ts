import { resolve } from 'node:path';
import { runCommand } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

const usage = `用法：npm run export -- <文件夹 | 文件.zip>

导出全部内容：Markdown、图片、JSON；站点不必停下。评论与账号不在里面。`;

/** npm run export: writes all content as Markdown, pictures and JSON. Safe while the site runs. */
await runCommand({ usage, words: [1, 1] }, async ({ words: [target = ''] }) => {
  const config = readConfig(process.env);
  const db = openDatabase(config.databaseUrl);
  try {
    await migrate(db, dialectOf(config.databaseUrl));
    const storage = openStorage(config.storageUrl, config.dataDir);
    const path = resolve(target);
    const files = await writeExport(path, exportContent({ db, storage }));
    process.stdout.write(`导出了 ${files} 个文件：${path}\n评论与账号不在里面；整站请用 npm run backup。\n`);
  } finally {
    await db.destroy();
  }
});
