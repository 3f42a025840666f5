import { isFailure } from '@mojian/contract/platform/failures';
import { useCallback, useEffect, useState } from 'react';

/** What a call answers, asked for once and again on `reload`; while it is asked again, what was there stays. */
export function useCall<Answer>(call: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same
  useEffect(() => {
    let isOld = false;
    call().then(
      (given) => {
        if (isOld) return;
        setAnswer(() => given);
        setFailure('');
      },
      (error) => !isOld && setFailure(isFailure(error) ? error.message : '加载失败，请检查网络'),
    );
    return () => {
      isOld = true;
    };
  }, [call, round]);

  return { answer, failure, reload: useCallback(() => setRound((now) => now + 1), []) };
}
