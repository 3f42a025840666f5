import { resolve } from 'node:path';
import { defineCommand, howToRun, withDatabase } from '../../platform/command-line.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { exportContent } from './export-content.ts';
import { writeExport } from './write-export.ts';

export const command = defineCommand(
  {
    syntax: '<文件夹 | 文件.zip>',
    help: '导出全部内容：Markdown、图片、JSON；站点不必停下。账号与密码不在里面。',
    words: [1, 1],
  },
  ({ words: [target = ''] }) =>
    withDatabase(async ({ db, config }) => {
      const storage = openStorage(config.storageUrl, config.dataDir);
      const path = resolve(target);
      const files = await writeExport(path, exportContent({ db, storage }));
      process.stdout.write(`导出了 ${files} 个文件：${path}\n账号与密码不在里面；整站请用 ${howToRun('backup')}。\n`);
    }),
);
