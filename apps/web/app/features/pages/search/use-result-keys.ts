import { useEffect } from 'react';

/** Arrows walk through the results, / goes to the field; Enter opens the link that has the focus. */
export function useResultKeys() {
  useEffect(() => {
    // before the shell, whose / opens the search dialog
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, []);
}

function onKeyDown(event: KeyboardEvent) {
  if (isForOthers(event)) return;
  const next = nextFocus(event);
  if (!next) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  next.focus();
}

function isForOthers({ ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Without a result in focus the arrows scroll the page, but from the field they go to the results. */
function nextFocus({ key, target }: KeyboardEvent) {
  const field = document.querySelector<HTMLElement>('.search-form input[type="search"]');
  const isTyping = target instanceof Element && target.matches('input, textarea, select');
  if (key === '/') return isTyping ? undefined : field;
  const step = steps[key];
  const links = [...document.querySelectorAll<HTMLElement>('.search-found-link')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (!step || (at < 0 && (target !== field || step < 0))) return undefined;
  return at + step < 0 ? field : links[Math.min(at + step, links.length - 1)];
}
