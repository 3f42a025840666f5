import { type Failure, isFailure } from '@mojian/contract/failures';
import { useState } from 'react';
import { httpApi } from '../../http-api.ts';
import { toast } from '../../ui/toast.ts';

export type Prove = <Reply>(call: (captcha?: string) => Promise<Reply>) => Promise<Reply>;

/**
 * Makes a call, and when the server wants a proof of work for it, works and makes it again. `isProving` while it works:
 * the reader has nothing to do but wait.
 */
export function useProof() {
  const [isProving, setProving] = useState(false);
  const prove: Prove = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isCaptchaNeeded(error)) throw error;
    }
    setProving(true);
    try {
      return await call(await solve());
    } catch (error) {
      if (isCaptchaNeeded(error)) toast('error', error.message); // nobody else says it
      throw error;
    } finally {
      setProving(false);
    }
  };
  return { prove, isProving };
}

async function solve() {
  const [{ solve }, challenge] = await Promise.all([import('./proof/solve.ts'), httpApi.captcha.challenge()]);
  return solve(challenge);
}

function isCaptchaNeeded(error: unknown): error is Failure {
  return isFailure(error) && error.id === 'captcha-needed';
}
