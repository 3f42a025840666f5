import { type KeyboardEvent, useRef } from 'react';

type Props = {
  id: string;
  label: string;
  className?: string;
  /** How far an arrow goes among its buttons: 1 for a list; for a table of them, how many are in a row. */
  perRow?: number;
  role?: 'menu' | 'dialog';
  children: React.ReactNode;
};

/** What a button of the toolbar opens: over everything, below its button or, where that stands low, above it; gone by Escape or a press beside. */
export function Popup({ id, label, className = '', perRow = 1, role = 'menu', children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsIn(box.current);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = stepFrom(event.key, at, buttons.length, perRow);
    if (event.key === 'Escape') box.current?.hidePopover();
    else if (next === undefined) return;
    else buttons[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a menu or a dialog
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both have a name
    <div
      ref={box}
      id={id}
      popover="auto"
      role={role}
      tabIndex={-1}
      aria-label={label}
      className={`text-popup ${className}`}
      onBeforeToggle={({ newState }) => newState === 'open' && place(box.current)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** Closes what is open around an element. */
export function closeAround(element: Element) {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

function buttonsIn(box: HTMLElement | null) {
  return [...(box?.querySelectorAll('button') ?? [])];
}

function stepFrom(key: string, at: number, length: number, perRow: number): number | undefined {
  const clamp = (next: number) => Math.max(0, Math.min(length - 1, next));
  const steps: Record<string, number> = { ArrowDown: perRow, ArrowUp: -perRow };
  if (perRow > 1) Object.assign(steps, { ArrowRight: 1, ArrowLeft: -1 });
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return perRow > 1 ? clamp(at + step) : (at + step + length) % length;
}

function place(box: HTMLElement | null) {
  const opener = box && document.querySelector(`[popovertarget="${box.id}"]`)?.getBoundingClientRect();
  if (!box || !opener) return;
  buttonsIn(box)[0]?.setAttribute('autofocus', ''); // gets the focus as the popup is shown
  const isLow = opener.top > innerHeight / 2 || document.documentElement.hasAttribute('data-low');
  box.style.top = isLow ? 'auto' : `${opener.bottom + 4}px`;
  box.style.bottom = isLow ? `${innerHeight - opener.top + 4}px` : 'auto';
  box.style.maxHeight = isLow ? `${Math.round(opener.top - 12)}px` : '';
  box.style.left = `${Math.max(8, Math.min(opener.left, innerWidth - 248))}px`;
}
