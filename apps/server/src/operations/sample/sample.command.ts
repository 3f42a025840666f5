import { defineCommand, WrongUse, withDatabase } from '../../platform/command-line.ts';
import { createSearch } from '../../platform/search/search.ts';
import { removeSample } from './remove.ts';

export const command = defineCommand(
  {
    syntax: 'remove',
    help: '一次拿走第一次启动时放进来的示例内容；站点不必停下，改过的、有人回应过的会留下。',
    words: [1, 1],
    firstWords: ['remove'],
  },
  async ({ words: [what] }) => {
    if (what !== 'remove') throw new WrongUse();
    const { removed, kept: remaining } = await withDatabase(({ db, dialect }) =>
      removeSample({ db, search: createSearch(dialect) }),
    );
    process.stdout.write(`已移除 ${removed} 项示例内容。\n`);
    for (const reason of remaining) process.stdout.write(`  留下：${reason}\n`);
  },
);
