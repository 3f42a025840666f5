import type { Challenge } from '@mojian/contract/core/captcha';
import { Failure } from '@mojian/contract/platform/failures';

/** Milliseconds the work may take: usually a second, on slow phones far more. */
const timeoutMs = 120_000;

/**
 * Solves a challenge in a worker. @returns the value of the call's `captcha`. @throws Failure captcha-needed without a
 * solution.
 */
export async function solve(challenge: Challenge) {
  const solution = await work(challenge);
  if (!solution) throw new Failure('captcha-needed', '安全验证没有完成，请重试');
  return btoa(JSON.stringify({ challenge, solution }));
}

/** The solution; undefined after the timeout or without a worker. */
function work(challenge: Challenge) {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<unknown>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data?.error ? null : data);
    worker.onerror = () => resolve(null);
    worker.postMessage({ type: 'work', challenge, timeout: timeoutMs });
  }).finally(() => worker.terminate());
}
