import { Icon } from '@mojian/ui/icon';
import { Dialog } from '../../../../ui/dialog.tsx';
import './sheet.css';

type Props = {
  title: string;
  className?: string;
  /** Asked before Escape or a press beside closes it. */
  mayClose?: () => boolean;
  close: () => void;
  children: React.ReactNode;
};

/** A dialog over the desk: its title, a way out, and what it is for. */
export function Sheet({ title, className = '', mayClose, close, children }: Props) {
  return (
    <Dialog label={title} className={`desk-sheet ${className}`} onClose={close} mayClose={mayClose}>
      <div className="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </Dialog>
  );
}
