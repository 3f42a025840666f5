import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** File in which `CountTests` stores its result. */
export const countsFile = resolve(import.meta.dirname, '../node_modules/.cache/test-counts.json');

/** Counts the tests for the last line of the check, and names those that passed on a retry only, with the first failure. */
export default class CountTests {
  #counts = { passed: 0, failed: 0, again: [] };

  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === 'passed' || state === 'failed') this.#counts[state] += 1;
    if (test.diagnostic()?.flaky) this.#counts.again.push(flakyTest(test));
  }

  onTestRunEnd(_modules, errors) {
    this.#counts.failed += errors.length;
    mkdirSync(dirname(countsFile), { recursive: true });
    writeFileSync(countsFile, JSON.stringify(this.#counts));
  }
}

function flakyTest(test) {
  const [error] = test.result().errors ?? [];
  const place = error?.stacks?.find(({ file }) => file.includes('e2e'));
  return [
    `${test.module.relativeModuleId}：${test.fullName}`,
    ...(place ? [`  ${place.file}:${place.line}`] : []),
    ...(error ? [error.message.replace(/^/gm, '  '), ...(error.diff ? [error.diff.replace(/^/gm, '  ')] : [])] : []),
  ].join('\n');
}
