import { type RefObject, useEffect, useRef } from 'react';

type Decide = (approve: boolean) => void;

/** R goes to the reason; Ctrl or ⌘ with Enter approves, and from within the reason refuses. */
export function useKeys(reason: RefObject<HTMLElement | null>, decide: Decide) {
  const latest = useRef(decide);
  latest.current = decide;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLElement) || event.target.closest('.ant-modal')) return; // what lies over it
      act(event, event.target, reason.current, latest.current);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [reason]);
}

function act(event: KeyboardEvent, target: HTMLElement, reason: HTMLElement | null, decide: Decide) {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isHeld = ctrlKey || metaKey;
  const isWriting = target.closest('textarea, input') !== null;
  if (key === 'Enter' && isHeld) decide(!reason?.contains(target));
  else if (key.toLowerCase() === 'r' && !isWriting && !isHeld && !altKey) reason?.querySelector('textarea')?.focus();
  else return;
  event.preventDefault(); // neither the letter nor the button in focus
}
