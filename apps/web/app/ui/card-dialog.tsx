import { Icon } from '@mojian/ui/icon';
import { Dialog } from './dialog.tsx';
import './card-dialog.css';

type Props = {
  title: string;
  /** One line below the title. */
  line?: string;
  close: () => void;
  mayClose?: () => boolean;
  wide?: boolean;
  children: React.ReactNode;
};

/** A sheet over the page: its title, the way out, and what there is to do. */
export function CardDialog({ title, line, close, mayClose, wide = false, children }: Props) {
  const leave = () => (mayClose?.() ?? true) && close();
  return (
    <Dialog
      className={wide ? 'dialog dialog-sheet wide' : 'dialog dialog-sheet'}
      label={title}
      onClose={close}
      mayClose={mayClose}
    >
      <div className="in">
        <button className="ib x" type="button" aria-label="关闭" onClick={leave}>
          <Icon name="x" />
        </button>
        <h2>{title}</h2>
        {line && <p className="sub">{line}</p>}
        {children}
      </div>
    </Dialog>
  );
}
