import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** A toolbar is one stop for Tab; arrows, Home and End go along its buttons. Gives what to do on a key. */
export function useRoving(bar: RefObject<HTMLElement | null>) {
  // after every drawing: buttons come, go and are disabled
  useEffect(() => {
    const buttons = toolsIn(bar.current);
    const chosen = buttons.find((button) => button.tabIndex === 0 && !button.disabled) ?? buttons[0];
    for (const button of allIn(bar.current)) button.tabIndex = button === chosen ? 0 : -1;
  });
  return (event: KeyboardEvent) => {
    const buttons = toolsIn(bar.current);
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = nextOf(event.key, at, buttons.length);
    if (at < 0 || next === undefined) return;
    for (const button of allIn(bar.current)) button.tabIndex = button === buttons[next] ? 0 : -1;
    buttons[next]?.focus();
    event.preventDefault();
  };
}

function nextOf(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % length;
  if (key === 'ArrowLeft') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}

const allIn = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLButtonElement>('[data-tool]') ?? [])];

/** Those that are shown. */
const toolsIn = (bar: HTMLElement | null) =>
  allIn(bar).filter((button) => button.getClientRects().length > 0 && !button.disabled);
