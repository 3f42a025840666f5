import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** File in which `CountTests` stores its result. */
export const countsFile = resolve(import.meta.dirname, '../node_modules/.cache/test-counts.json');

/** Minutes without a result after which a test is taken for one that never ends: a loop lets no time limit of its own pass. */
const silentMinutes = 5;

/**
 * Counts the tests for the last line of the check, and names those that passed on a retry only, with the first failure.
 * Ends a run in which nothing happens any more, and names the files that were running.
 */
export default class CountTests {
  #counts = { passed: 0, failed: 0, again: [] };
  #running = new Set();
  #watch;

  onTestRunStart() {
    this.#wait();
  }

  onTestModuleStart({ relativeModuleId }) {
    this.#running.add(relativeModuleId);
  }

  onTestModuleEnd({ relativeModuleId }) {
    this.#running.delete(relativeModuleId);
  }

  #wait() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#giveUp(), silentMinutes * 60_000);
  }

  #giveUp() {
    console.error(`${silentMinutes} 分钟没有动静，还在运行：${[...this.#running].join('、')}`);
    this.#counts.failed += 1;
    this.#write();
    spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
    process.exit(1);
  }

  onTestCaseResult(test) {
    this.#wait();
    const { state } = test.result();
    if (state === 'passed' || state === 'failed') this.#counts[state] += 1;
    if (test.diagnostic()?.flaky) this.#counts.again.push(flakyTest(test));
  }

  onTestRunEnd(_modules, errors) {
    clearTimeout(this.#watch);
    this.#counts.failed += errors.length;
    this.#write();
  }

  #write() {
    mkdirSync(dirname(countsFile), { recursive: true });
    writeFileSync(countsFile, JSON.stringify(this.#counts));
  }
}

function flakyTest(test) {
  const [error] = test.result().errors ?? [];
  const place = error?.stacks?.find(({ file }) => !file.includes('node_modules'));
  return [
    `${test.module.relativeModuleId}：${test.fullName}`,
    ...(place ? [`  ${place.file}:${place.line}`] : []),
    ...(error ? [error.message.replace(/^/gm, '  '), ...(error.diff ? [error.diff.replace(/^/gm, '  ')] : [])] : []),
  ].join('\n');
}
