import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

/**
 * Guards what is not saved yet: closing, going back and leaving the site are asked about. `asks` while the question
 * stands, which `stay` or `leave` answers; closing once more is staying.
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
  const asks = isClosing || isBlocked;
  const stay = () => {
    setClosing(false);
    if (isBlocked) blocker.reset();
  };
  const leave = () => {
    if (isBlocked) blocker.proceed();
  };
  const mayLeave = () => {
    if (asks) stay();
    else setClosing(isChanged);
    return !isChanged;
  };
  return { asks, stay, leave, mayLeave };
}
