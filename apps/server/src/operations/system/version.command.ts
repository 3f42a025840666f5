import { execFile } from 'node:child_process';
import { defineCommand, printJson } from '../../platform/command-line.ts';
import { isRelease, programFile, programVersion } from '../../platform/program-files.ts';
import { readRelease } from '../upgrade/release.ts';

export const command = defineCommand(
  { syntax: '[--json]', help: '这个程序的版本；--json 给程序读。', words: [0, 0], flags: { json: 'plain' } },
  async ({ flags: { json } }) => {
    const program = await describeProgram();
    if (json) return printJson(program);
    const { version, variant, commit, node } = program;
    const from = variant === 'source' ? '源代码' : `发布包 ${variant}`;
    process.stdout.write(`墨笺 ${version}\n${from}，提交 ${commit.slice(0, 8) || '不明'}，Node ${node}\n`);
  },
);

async function describeProgram() {
  const { variant, commit } = isRelease
    ? await readRelease(programFile('.'))
    : { variant: 'source', commit: await commitOfClone() };
  const platform = `${process.platform}-${process.arch}`;
  return { version: programVersion(), variant, commit, node: process.version, platform };
}

/** '' without git, or outside a clone. */
function commitOfClone() {
  return new Promise<string>((resolve) => {
    execFile('git', ['rev-parse', 'HEAD'], { cwd: programFile('.') }, (_error, out) => resolve(out.trim()));
  });
}
