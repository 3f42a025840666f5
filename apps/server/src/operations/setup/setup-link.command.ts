import { defineCommand, howToRun, withDatabase } from '../../platform/command-line.ts';
import { isDataFolderLocked } from '../../platform/pid-file.ts';
import { openSetup, setupHint } from './setup.ts';

export const command = defineCommand(
  {
    syntax: '',
    help: '印出设站长账号的一次性链接，先前印的作废；已经有站长的站不印。',
    words: [0, 0],
  },
  () =>
    withDatabase(async ({ db, config }) => {
      const token = await openSetup(db, {});
      if (token === undefined) {
        process.stdout.write(`已经有站长了，不用设。忘了密码：${howToRun('owner')} reset-password\n`);
        return;
      }
      process.stdout.write(setupHint(config, token));
      if (!isDataFolderLocked(config.dataDir))
        process.stderr.write(`站点好像没有在运行：先启动它（${howToRun('start')}），启动时会印出新的链接。\n`);
    }),
);
