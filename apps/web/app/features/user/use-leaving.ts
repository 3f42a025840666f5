import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

/**
 * Guards what is not saved yet: closing, going back and leaving the site are asked about. `asks` while the question
 * stands, which `stay` or `leave` answers.
 */
export function useLeaving(isChanged: boolean) {
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(isChanged);
  useEffect(() => {
    if (!isChanged) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [isChanged]);

  const isBlocked = blocker.state === 'blocked';
  return {
    asks: isClosing || isBlocked,
    mayLeave: () => {
      setClosing(isChanged);
      return !isChanged;
    },
    stay: () => {
      setClosing(false);
      if (isBlocked) blocker.reset();
    },
    leave: () => {
      if (isBlocked) blocker.proceed();
    },
  };
}
