import { defineCommand, howToRun, withDatabase } from '../../platform/command-line.ts';
import { explainFailure } from '../../platform/failures-at-start.ts';
import { createSearch } from '../../platform/search/search.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { createBackup } from '../backups/backups.ts';
import { fillDemo, requireEmpty } from './fill-demo.ts';

export const command = defineCommand(
  {
    syntax: ' ',
    help: '往空的站点里放一个热闹的演示站：四十多篇文章、说说、评论、会员、聊天与图片，日期从今天往回排三年；站点不必停下，有内容的站不动。放之前先备份，恢复那一份就是把它拿走。',
    words: [0, 0],
  },
  async () => {
    const { name, filled } = await withDatabase(async ({ db, dialect, config }) => {
      const { databaseUrl, dataDir, siteUrl, storageUrl } = config;
      const storage = openStorage(storageUrl, dataDir);
      await storage.check();
      const deps = { db, storage, siteUrl, search: createSearch(dialect) };
      await requireEmpty(db);
      const { name } = await createBackup({ ...deps, databaseUrl, dataDir });
      say(`先备份好了：${name}。中途停下，也用它回到之前。`);
      const onStep = (words: string) => say(`正在放${words}……`);
      return { name, filled: await fillDemo({ ...deps, onStep }).catch(sayHowBack(name)) };
    });
    const { articles, says, members, pictures } = filled;
    say(`已放好演示内容：${articles} 篇文章、${says} 条说说、${members} 位会员、${pictures} 张图片。`);
    say(`要拿走：停下站点，运行 ${restoring(name)}`);
  },
);

function say(line: string) {
  process.stdout.write(`${line}\n`);
}

const restoring = (name: string) => `${howToRun('restore')} ${name}`.replace(/^(npm run \S+) /, '$1 -- ');

function sayHowBack(name: string) {
  return (cause: Error) => {
    throw new Error(`演示内容没有放完：${explainFailure(cause)}。要回到之前：停下站点，运行 ${restoring(name)}`, {
      cause,
    });
  };
}
