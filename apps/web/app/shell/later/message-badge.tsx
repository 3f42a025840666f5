import { useEffect, useRef } from 'react';
import { useUnread } from '../../unread.ts';

/** Lets the tab say how many private messages wait while nobody looks. What draws it comes with the first of them. */
export function MessageBadge() {
  const { private: count } = useUnread();
  const part = useRef<Promise<typeof import('../../ui/badge.ts')>>(undefined);
  useEffect(() => {
    if (count > 0) part.current ??= import('../../ui/badge.ts');
    // a tab without a number is a tab still
    part.current?.then(({ showBadge }) => showBadge('messages', count)).catch(() => {});
  }, [count]);
  return null;
}
