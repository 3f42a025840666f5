import { defineCommand } from '../../platform/command-line.ts';
import { programFile } from '../../platform/program-files.ts';
import { timing, withUpgrade } from './context.ts';
import { findHome } from './home.ts';
import { finishInterrupted } from './upgrade.ts';
import { upgradeTo } from './upgrade-to.ts';

export const command = defineCommand(
  {
    syntax: '[发布包.tar.xz | 解开的文件夹 | 版本号]',
    help: `换成更新的版本：核对、备份、在复制的数据上试运行，都好了才换；换了之后看一分钟，不对就自己退回，数据也退回。
不写发布包，则收拾上一次中断的升级。写版本号要先设 UPGRADE_URL（放着发布包与 SHA256SUMS 的网址）；设了 UPGRADE_KEY 的，还要有它的签名。
  --watch 秒   换了之后看多久，默认 60
  --wait 秒    新版最多等多久才算启动不了，默认 300`,
    words: [0, 1],
    flags: timing,
  },
  ({ words: [typed], flags }) =>
    withUpgrade(process.env, flags, async (context) => {
      const isFinished = await finishInterrupted(context);
      const home = findHome(programFile('.')) ?? context.home;
      if (typed !== undefined) return upgradeTo({ ...context, home }, typed);
      if (!isFinished) context.say(`现在是 ${home.current}，没有要收尾的升级`);
    }),
);
