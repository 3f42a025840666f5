import type { Challenge } from '@mojian/contract/core/captcha';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';

type FetchChallenge = () => Promise<Challenge>;
type Prove = <Reply>(call: (captcha?: string) => Promise<Reply>) => Promise<Reply>;

/**
 * Makes a call, and when the server wants a proof of work for it, works and makes it again. `isProving` while it works:
 * the reader has nothing to do but wait.
 */
export function useProof(fetchChallenge: FetchChallenge) {
  const [isProving, setProving] = useState(false);
  const prove: Prove = async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isCaptchaNeeded(error)) throw error;
    }
    setProving(true);
    try {
      return await call(await solve(fetchChallenge));
    } catch (error) {
      if (isCaptchaNeeded(error)) toast('error', error.message); // nobody else says it
      throw error;
    } finally {
      setProving(false);
    }
  };
  return { prove, isProving };
}

async function solve(fetchChallenge: FetchChallenge) {
  const [{ solve }, challenge] = await Promise.all([import('./proof/solve.ts'), fetchChallenge()]);
  return solve(challenge);
}

function isCaptchaNeeded(error: unknown): error is Failure {
  return isFailure(error) && error.id === 'captcha-needed';
}
