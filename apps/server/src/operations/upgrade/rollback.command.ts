import { createInterface } from 'node:readline/promises';
import { defineCommand, WrongUse } from '../../platform/command-line.ts';
import { timing, withUpgrade } from './context.ts';
import { finishInterrupted, planRollback, rollBack } from './upgrade.ts';

export const command = defineCommand(
  {
    syntax: '[--yes]',
    help: `退回上一次升级之前的版本。两版的表结构一样，数据不动；不一样，就换回升级前的数据，之后写的另存成备份。
  --yes   不再问`,
    words: [0, 0],
    flags: { ...timing, yes: 'plain' },
  },
  ({ flags }) =>
    withUpgrade(process.env, flags, async (context) => {
      await finishInterrupted(context);
      const plan = await planRollback(context);
      const { keepsData } = plan;
      const { from, to } = plan.journal;
      context.say(
        keepsData
          ? `从 ${to} 退回 ${from}，数据不动。`
          : `从 ${to} 退回 ${from}，数据换回升级前的；升级之后写的另存成一份备份，${from} 里看不到。`,
      );
      if (!flags.yes) await confirm();
      await rollBack(context, plan);
    }),
);

async function confirm() {
  if (!process.stdin.isTTY) throw new WrongUse('没有人在这里回答：确定要退回，请加 --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('确定请输入「退回」：');
  terminal.close();
  if (answer.trim() !== '退回') throw new Error('没有退回');
}
