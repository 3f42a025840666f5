import type { Submission } from '@mojian/contract/admin/articles';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../http-api.ts';

type Shown = { submission: Submission | undefined; failure: string };

/** What waits under this number, and how to read it again. */
export function useSubmission(id: number | undefined) {
  const [shown, setShown] = useState<Shown>({ submission: undefined, failure: '' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again for the same
  useEffect(() => {
    let isOld = false;
    setShown({ submission: undefined, failure: '' });
    if (id !== undefined)
      api.articles.review({ query: { id } }).then(
        (submission) => !isOld && setShown({ submission, failure: '' }),
        (error: Error) => !isOld && setShown({ submission: undefined, failure: error.message }),
      );
    return () => {
      isOld = true;
    };
  }, [id, round]);
  return { ...shown, reread: useCallback(() => setRound((now) => now + 1), []) };
}
