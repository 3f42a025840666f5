import type { Challenge } from '@mojian/contract/captcha';
import { Failure } from '@mojian/contract/failures';

/** Milliseconds the work may take: minutes at most on the slowest phone. */
const patience = 120_000;

/** Solves a challenge beside the page, in a worker. @returns what the call wants as `captcha`. */
export async function solve(challenge: Challenge) {
  const solution = isSecureContext ? await work(challenge) : null;
  // browsers lend their arithmetic to sites over HTTPS only
  if (!solution) throw new Failure('captcha-needed', '安全验证没有完成，请过几分钟再试');
  return btoa(JSON.stringify({ challenge, solution }));
}

function work(challenge: Challenge) {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<unknown>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data?.error ? null : data);
    worker.onerror = () => resolve(null);
    worker.postMessage({ type: 'work', challenge, timeout: patience });
  }).finally(() => worker.terminate());
}
