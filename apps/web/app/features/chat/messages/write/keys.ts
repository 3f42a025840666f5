import type { KeyboardEvent } from 'react';

/** What Enter means: with a mouse and keyboard it sends; on a touch screen it makes a line, and the button sends. */
type EnterMeans = 'send' | 'line' | 'nothing';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  isComposing: boolean;
};

/** `line`: a line break that the browser would not make by itself. */
export function enterMeans(event: Key, isTouch: boolean): EnterMeans {
  // Safari tells of the Enter that ends a composition only by this code
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return 'nothing';
  if (event.ctrlKey || event.metaKey || event.altKey) return 'line';
  return event.shiftKey || isTouch ? 'nothing' : 'send';
}
