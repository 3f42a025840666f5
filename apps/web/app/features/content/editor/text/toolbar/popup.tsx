import { type KeyboardEvent, useRef } from 'react';
import './popup.css';

type Props = {
  id: string;
  label: string;
  className?: string;
  /** Buttons per row, for arrow keys; 1 for a list. */
  perRow?: number;
  role?: 'menu' | 'dialog';
  children: React.ReactNode;
};

/** Popover of a toolbar button, placed below it, or above it in the lower half of the window. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: `role` is menu or dialog
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles allow aria-label
    <div
      ref={box}
      id={id}
      popover="auto"
      role={role}
      tabIndex={-1}
      aria-label={label}
      className={`ink text-popup ${className}`}
      onBeforeToggle={({ newState }) => newState === 'open' && placePopup(box.current)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** Closes the popover that contains the element. */
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

function placePopup(box: HTMLElement | null) {
  const loader = box && document.querySelector(`[popovertarget="${box.id}"]`)?.getBoundingClientRect();
  if (!box || !loader) return;
  buttonsIn(box)[0]?.setAttribute('autofocus', ''); // gets the focus as the popup is shown
  const isLow = loader.top > innerHeight / 2 || document.documentElement.hasAttribute('data-low');
  box.style.top = isLow ? 'auto' : `${loader.bottom + 4}px`;
  box.style.bottom = isLow ? `${innerHeight - loader.top + 4}px` : 'auto';
  box.style.maxHeight = isLow ? `${Math.round(loader.top - 12)}px` : '';
  box.style.left = `${Math.max(8, Math.min(loader.left, innerWidth - 248))}px`;
}
