import { useEffect, useRef, useState } from 'react';
import { FollowedList, type LiveList, nothingHeard } from './follow-list.ts';
import { listenLive } from './live.ts';
import { NewestAnswers } from './newest-answers.ts';

/**
 * Follows the events of a list's topic: new rows are offered or inserted, gone ones vanish, after an interruption the list
 * is looked at again, and an older answer never replaces a newer one.
 */
export function useLiveList<Rows>(list: LiveList<Rows>) {
  const [heard, setHeard] = useState(nothingHeard);
  const [answers] = useState(() => new NewestAnswers());
  const latest = useRef(list);
  latest.current = list;
  const following = useRef<FollowedList<Rows>>(undefined);
  const { topic } = list;
  useEffect(() => {
    const now = new FollowedList({ list: () => latest.current, answers, onHeard: setHeard });
    following.current = now;
    const stop = listenLive([topic], (event) => now.hear(event));
    return () => {
      stop();
      now.stop();
    };
  }, [topic, answers]);
  return {
    answers,
    /** Ids of rows that went and have not come back. */
    gone: heard.gone,
    /** Number of new rows that are offered. */
    fresh: [...heard.fresh].filter((id) => !list.knows(id)).length,
    /** Called once the new rows are shown. */
    clear: () => following.current?.clear(),
    look: async () => following.current?.look(),
  };
}
