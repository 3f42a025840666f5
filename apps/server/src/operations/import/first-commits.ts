import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limits = { timeout: 15_000, maxBuffer: 64 * 1024 * 1024 };
/** Nothing a repository configures is to be run. */
const harmless = ['-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
const began = '\u0001';

/**
 * When each file of a folder was first committed, in milliseconds by its path in the folder; empty without git or a
 * repository. One call for all of them.
 */
export async function firstCommits(folder: string): Promise<Map<string, number>> {
  const log = ['log', '--no-renames', '--diff-filter=A', '--name-only', '--relative', `--format=%x01%at`, '--', '.'];
  const output = await run('git', [...harmless, '-C', folder, ...log], limits).then(
    ({ stdout }) => stdout,
    () => '', // no git, no repository, or too long a history
  );
  const dates = new Map<string, number>();
  let time = 0;
  for (const line of output.split('\n')) {
    if (line.startsWith(began)) time = Number(line.slice(1)) * 1000;
    else if (line) dates.set(line, time); // from the newest commit to the oldest
  }
  return dates;
}
