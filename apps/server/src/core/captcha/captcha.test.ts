import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';
import { encodeSolution, solveCaptcha } from '../../../test/captcha.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { testSite } from '../../../test/site.ts';
import { requireSolution } from './captcha.ts';

const site = freshSite();
afterEach(async () => {
  vi.useRealTimers();
});

const challenge = () => site.as(null).captcha.challenge();
const needed = expect.objectContaining({ id: 'captcha-needed', status: 428 });
const solve = async () => {
  const task = await challenge();
  return { challenge: task, solution: await solveChallenge({ challenge: task, deriveKey }) };
};

test('a solution serves one call', async () => {
  const solution = await solveCaptcha(site.as(null));
  await requireSolution(site.db, solution);
  await expect(requireSolution(site.db, solution)).rejects.toEqual(needed);
});

test('one of two concurrent uses of a solution succeeds', async () => {
  const solution = await solveCaptcha(site.as(null));
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => requireSolution(site.db, solution)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a solution is good for five minutes', async () => {
  const [early, late] = [await solveCaptcha(site.as(null)), await solveCaptcha(site.as(null))];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 });
  await requireSolution(site.db, early);
  vi.setSystemTime(Date.now() + 61_000);
  await expect(requireSolution(site.db, late)).rejects.toEqual(needed);
});

test('a used solution stays used until its challenge is over', async () => {
  const solution = await solveCaptcha(site.as(null));
  await requireSolution(site.db, solution);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 290_000 });
  await expect(requireSolution(site.db, solution)).rejects.toEqual(needed);
});

test('a missing or malformed solution is refused', async () => {
  for (const solution of [undefined, '', 'x', '{}', 'bnVsbA==', encodeSolution({}), encodeSolution([]), 'ÿ'.repeat(99)])
    await expect(requireSolution(site.db, solution)).rejects.toEqual(needed);
});

test('a wrong counter, another key, or an easier challenge is refused', async () => {
  const { challenge: task, solution } = await solve();
  const { parameters, signature } = task;
  const key = '00'.repeat(32);
  const forgeries = [
    { challenge: task, solution: { ...solution, counter: 1 } },
    { challenge: task, solution: { ...solution, derivedKey: key } },
    { challenge: task, solution: { counter: -1, derivedKey: '' } },
    { challenge: { parameters: { ...parameters, keyPrefix: '00' }, signature }, solution },
    { challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 }, signature }, solution },
    { challenge: { parameters: { ...parameters, cost: 1e12 }, signature }, solution },
    { challenge: { parameters, signature: key }, solution },
    { challenge: { parameters, signature: '' }, solution },
    { challenge: { parameters }, solution },
  ];
  for (const forgery of forgeries)
    await expect(requireSolution(site.db, encodeSolution(forgery)), JSON.stringify(forgery)).rejects.toEqual(needed);
  await requireSolution(site.db, encodeSolution({ challenge: task, solution })); // still unused
});

test('a challenge of another site is refused', async () => {
  const other = await testSite();
  const solution = await solveCaptcha(other.as(null));
  await other.close();
  await challenge();
  await expect(requireSolution(site.db, solution)).rejects.toEqual(needed);
});

test('the challenge takes hundreds of tries and does not reveal its answer', async () => {
  const counters = [];
  for (let count = 0; count < 5; count++) {
    const { challenge: task, solution } = await solve();
    counters.push(solution?.counter);
    expect(JSON.stringify(task)).not.toContain(`${solution?.derivedKey}`);
  }
  for (const counter of counters) expect(counter).toBeGreaterThanOrEqual(500);
  expect(new Set(counters).size).toBeGreaterThan(1);
});

test('processes that make the first challenges at once share one key', async () => {
  const solutions = await Promise.all([1, 2, 3].map(() => solveCaptcha(site.as(null))));
  for (const solution of solutions) await requireSolution(site.db, solution);
});

test('the signing key is in no reply', async () => {
  const text = JSON.stringify(await challenge());
  const row = await site.db.selectFrom('settings').select('value').where('name', '=', 'captchaKey').execute();
  expect(row).toHaveLength(1);
  expect(text).not.toContain(row[0]?.value);
});
