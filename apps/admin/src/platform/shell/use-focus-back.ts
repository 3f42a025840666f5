import { useEffect } from 'react';

const remembered = 12;
const dialog = '[role=dialog]';
const isAnyOpen = () => [...document.querySelectorAll(dialog)].some((one) => one.checkVisibility());

/**
 * A dialog or a question that is taken off the page gives the focus back to where it was before: antd does so only for
 * those that stay there hidden. What opened it may be gone by then, as a deleted row; then to what was at hand before.
 */
export function useFocusBack() {
  useEffect(() => {
    let held: HTMLElement[] = [];
    let wasAbove = false;
    const hold = ({ target }: FocusEvent) => {
      // Tab at the end of a dialog passes by what is under it
      if (!(target instanceof HTMLElement) || (!target.closest(dialog) && isAnyOpen())) return;
      held = [...held.filter((one) => one !== target), target].slice(-remembered);
      wasAbove = target.closest(`${dialog}, .ant-popover`) !== null;
    };
    const watching = new MutationObserver(() => {
      if (!wasAbove || held.at(-1)?.isConnected || document.activeElement !== document.body) return;
      held.findLast((one) => one.isConnected && one.checkVisibility())?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', hold);
    watching.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', hold);
      watching.disconnect();
    };
  }, []);
}
