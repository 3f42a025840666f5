import type { Challenge } from '@mojian/contract/core/captcha';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';

type FetchChallenge = () => Promise<Challenge>;
type Prove = <Reply>(call: (captcha?: string) => Promise<Reply>) => Promise<Reply>;

/**
 * Makes a call and, if the server asks for a proof of work, solves it and calls again. `isProving` is true meanwhile.
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
      if (isCaptchaNeeded(error)) toast('error', error.message); // no other place reports it
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
