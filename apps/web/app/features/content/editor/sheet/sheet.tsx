import { Icon } from '@mojian/ui/icon';
import { Dialog } from '../../../../ui/dialog.tsx';
import './sheet.css';

type Props = {
  title: string;
  className?: string;
  /** Called before Escape or an outside click closes it. */
  mayClose?: () => boolean;
  close: () => void;
  children: React.ReactNode;
};

/** Large dialog with a title and a close button. */
export function Sheet({ title, className = '', mayClose, close, children }: Props) {
  return (
    <Dialog label={title} className={`editor-sheet ${className}`} onClose={close} mayClose={mayClose}>
      <div className="editor-sheet-inside">
        <header>
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </Dialog>
  );
}
