import { defineCommand } from '../../platform/command-line.ts';
import { checkRelease } from './release.ts';

export const command = defineCommand(
  {
    syntax: '<文件夹>',
    help: '核对一个解开的发布包：每个文件都在，都和发布时一样。',
    words: [1, 1],
  },
  async ({ words: [folder = ''] }) => {
    const { version, variant } = await checkRelease(folder);
    process.stdout.write(`发布包完好：${version}，${variant}\n`);
  },
);
