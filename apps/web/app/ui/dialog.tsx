import { useLayoutEffect, useRef } from 'react';

type Props = {
  label: string;
  className: string;
  onClose: () => void;
  /** Asked before Escape or a press beside closes it: with `false` it stays open, and may ask its reader first. */
  mayClose?: (() => boolean) | undefined;
  children: React.ReactNode;
};

/**
 * The browser's own modal dialog, open as long as it is mounted: it keeps the focus, closes on Escape and on a press
 * beside it, and gives the focus back to where it came from.
 */
export function Dialog({ label, className, onClose, mayClose = () => true, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // a layout effect: on the way out it runs while the element is still in the page and can give back the focus
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      className={className}
      ref={ref}
      aria-label={label}
      // a file field within says `cancel` as well
      onCancel={(event) => event.target === ref.current && !mayClose() && event.preventDefault()}
      // a second Escape closes without asking
      onClose={() => (mayClose() ? onClose() : ref.current?.showModal())}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && mayClose() && onClose()}
    >
      {children}
    </dialog>
  );
}
