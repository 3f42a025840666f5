import type { SignedIn } from '@mojian/contract/core/sessions';
import { type FailureId, isFailure } from '@mojian/contract/platform/failures';
import { useEffect } from 'react';
import { httpApi } from '../../http-api.ts';

/** Milliseconds between two questions. */
const pollEvery = 1000;
/** Nobody sent it yet, or the answer says nothing of it: the next one may. */
const passing: FailureId[] = ['pending', 'unavailable', 'unexpected', 'too-many-requests'];

/** Asks every second whether somebody sent the code, as long as there is one. */
export function useWechatPoll(code: string | undefined, enter: (member: SignedIn) => void, expire: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins and ends with the code alone
  useEffect(() => (code === undefined ? undefined : poll(code, enter, expire)), [code]);
}

function poll(code: string, enter: (member: SignedIn) => void, expire: () => void) {
  let isAsking = false;
  let isOver = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    const member = await httpApi.wechat.isLogin({ query: { loginCode: code } }).catch((error) => {
      if (!isOver && !isPassing(error)) expire();
    });
    if (member && !isOver) enter(member);
    isAsking = false;
  };
  const timer = setInterval(ask, pollEvery);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

function isPassing(error: unknown) {
  return isFailure(error) && passing.includes(error.id);
}
