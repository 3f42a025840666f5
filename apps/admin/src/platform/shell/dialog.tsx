import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import './dialog.css';

type Props = { name: string; className?: string; onClose: () => void; children: React.ReactNode };

/** The browser's own dialog, open while mounted: it is there before antd, and returns the focus by itself. */
export function Dialog({ name, className = '', onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const closeFromOutside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget) currentTarget.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={box}
      className={`dialog ${className}`}
      aria-label={name}
      onClick={closeFromOutside}
      // told late: in development it may have been opened again
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      <div>{children}</div>
    </dialog>
  );
}
