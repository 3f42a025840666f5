import { type RefObject, useEffect } from 'react';

/** Milliseconds of rest before a button says what it is. */
const rest = 350;

/** Shows the words of `data-tip` below the button that the pointer or the focus rests on. */
export function useTip(bar: RefObject<HTMLElement | null>, tip: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const buttons = bar.current;
    const words = tip.current;
    if (!buttons || !words) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      if (words.matches(':popover-open')) words.hidePopover();
    };
    const show = (event: Event) => {
      hide();
      if ((event as PointerEvent).pointerType === 'touch') return;
      const { target } = event;
      const button = (target as Element).closest<HTMLElement>('[data-tip]');
      if (button) timer = setTimeout(() => showBelow(words, button), rest);
    };
    const when: [string, (event: Event) => void][] = [
      ['pointerover', show],
      ['focusin', (event) => (event.target as Element).matches(':focus-visible') && show(event)],
      ['pointerleave', hide],
      ['pointerdown', hide],
      ['focusout', hide],
    ];
    for (const [name, listen] of when) buttons.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of when) buttons.removeEventListener(name, listen);
      hide();
    };
  }, [bar, tip]);
}

function showBelow(words: HTMLElement, button: HTMLElement) {
  words.textContent = button.dataset.tip ?? '';
  words.showPopover(); // over everything, whatever contains it
  const { left, width, bottom } = button.getBoundingClientRect();
  const half = words.offsetWidth / 2;
  const middle = Math.max(half + 8, Math.min(left + width / 2, innerWidth - half - 8));
  words.style.left = `${middle}px`;
  words.style.top = `${bottom + 6}px`;
}
