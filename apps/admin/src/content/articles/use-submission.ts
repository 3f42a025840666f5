import { isFailure } from '@mojian/contract/platform/failures';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { useLook } from '../../platform/shell/use-look.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { type Reviewed, withNews } from './reviewed.ts';

/** What waits under this number, how to read it again, and what stands beside it as it is by now. */
export function useSubmission(id: number | undefined) {
  const [shown, setShown] = useState<Reviewed>({ submission: undefined, failure: '' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same
  useEffect(() => {
    let isOld = false;
    // read again it stays in sight meanwhile, with what was typed below it
    setShown(({ submission }) => ({ submission: submission?.id === id ? submission : undefined, failure: '' }));
    if (id !== undefined)
      api.articles.review({ query: { id } }).then(
        (submission) => !isOld && setShown({ submission, failure: '' }),
        (error: unknown) => !isOld && setShown({ submission: undefined, failure: wordsOf(error) }),
      );
    return () => {
      isOld = true;
    };
  }, [id, round]);
  useLook(async (isOld) => {
    if (id === undefined) return;
    const now = await api.articles.review({ query: { id } }).catch(isGone);
    if (now !== undefined && !isOld()) setShown((before) => withNews(before, now));
  }, `${id} ${round}`);
  return { ...shown, reread: useCallback(() => setRound((now) => now + 1), []) };
}

/** Null when it no longer waits; what fails otherwise tells nothing. */
function isGone(error: unknown) {
  return isFailure(error) && error.id === 'not-found' ? null : undefined;
}
