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

type AskProps = {
  question: string;
  /** What will happen. */
  about: string;
  /** The button that does it. */
  yes: string;
  /** The button that leaves things as they are. */
  no?: string;
  onYes: () => void;
  /** Goes back to where the question came from. */
  close: () => void;
};

/** Asks before what cannot be taken back. Staying comes first, so that Enter stays. */
export function Ask({ question, about, yes, no = '取消', onYes, close }: AskProps) {
  return (
    <Dialog className="dialog dialog-sheet asks" label={question} onClose={close}>
      <div className="in">
        <h2>{question}</h2>
        <p className="sub">{about}</p>
        <p className="does">
          <button className="btn quiet" type="button" onClick={close}>
            {no}
          </button>
          <button className="btn seal-b" type="button" onClick={onYes}>
            {yes}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
