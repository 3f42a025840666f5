import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chinaDay } from '@mojian/contract/platform/time';
import { fileName } from '@mojian/foreign-files/markdown/fields';

/** Milliseconds by which a number may move an article within its day. */
const most = 86_399_999;

type Undated = { key: string; title: string; modifiedAt: number; committedAt: number | undefined };

/**
 * Dates an undated article by its first commit, else by the file's time, which a checkout sets for all files; numbers
 * in names or titles order equal ones.
 */
export function dateUndated({ key, title, modifiedAt, committedAt }: Undated): { date: number; warning: string } {
  const number = numberIn(fileName(key)) ?? numberIn(title);
  const ordered =
    number === undefined ? '' : `，先后照${numberIn(fileName(key)) === undefined ? '标题' : '文件名'}里的数字`;
  if (committedAt !== undefined)
    return { date: committedAt + (number ?? 0), warning: `没有写日期，用了 git 里第一次提交的时间${ordered}` };
  const day = Date.parse(`${chinaDay(modifiedAt)}T00:00:00+08:00`);
  return {
    date: number === undefined ? modifiedAt : day + number,
    warning: `没有写日期，用了文件的时间${ordered}`,
  };
}

function numberIn(text: string) {
  const digits = /\d{1,8}/.exec(text)?.[0];
  return digits === undefined ? undefined : Math.min(Number(digits), most);
}

const run = promisify(execFile);
const limits = { timeout: 15_000, maxBuffer: 64 * 1024 * 1024 };
/** Prevents a repository's configuration from running commands. */
const harmless = ['-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
const began = '\u0001';

/** Times of first commits by path, in milliseconds, from one git call; empty without git or a repository. */
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
