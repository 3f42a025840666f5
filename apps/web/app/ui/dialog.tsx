import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './dialog.css';

type Props = {
  label: string;
  className: string;
  onClose: () => void;
  /** Called before Escape or a press on the backdrop closes the dialog; `false` keeps it open. */
  mayClose?: (() => boolean) | undefined;
  children: React.ReactNode;
};

/**
 * The browser's modal dialog, open while mounted: traps the focus, closes on Escape and on the backdrop, and returns
 * the focus. A child of the body: within what a style sheet hides, the page would be inert and the dialog invisible.
 */
export function Dialog({ label, className, onClose, mayClose = () => true, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // a layout effect: its cleanup runs while the element is still in the page and can return the focus
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      className={className}
      ref={ref}
      aria-label={label}
      // a file field inside fires `cancel` as well; a second Escape is not cancelable and closes at once
      onCancel={(event) => event.target === ref.current && event.cancelable && !mayClose() && event.preventDefault()}
      onClose={() => (mayClose() ? onClose() : ref.current?.showModal())}
      onPointerDown={(event) => isOnBackdrop(event) && mayClose() && onClose()}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/** The backdrop is the dialog's own, as are its scroll bar and the gaps between its parts, which close nothing. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: PointerEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
