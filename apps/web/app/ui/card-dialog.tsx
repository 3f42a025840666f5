import { Icon } from '@mojian/ui/icon';
import { Dialog } from './dialog.tsx';
import './card-dialog.css';

type Props = {
  title: string;
  line?: string;
  close: () => void;
  mayClose?: () => boolean;
  wide?: boolean;
  children: React.ReactNode;
};

/** A dialog with title and close button. */
export function CardDialog({ title, line, close, mayClose, wide = false, children }: Props) {
  const leave = () => (mayClose?.() ?? true) && close();
  return (
    <Dialog
      className={wide ? 'dialog card-dialog card-dialog-wide' : 'dialog card-dialog'}
      label={title}
      onClose={close}
      mayClose={mayClose}
    >
      <div className="card-dialog-in">
        <button className="icon-button card-dialog-close" type="button" aria-label="关闭" onClick={leave}>
          <Icon name="x" />
        </button>
        <h2>{title}</h2>
        {line && <p className="sub">{line}</p>}
        {children}
      </div>
    </Dialog>
  );
}

/** The row with the button that saves the dialog's form. */
export function SaveRow({ isBusy }: { isBusy: boolean }) {
  return (
    <p className="card-dialog-actions">
      <button className="btn btn-seal" type="submit" aria-disabled={isBusy}>
        {isBusy ? '正在保存…' : '保存'}
      </button>
    </p>
  );
}

type AskProps = {
  question: string;
  about: string;
  yes: string;
  no?: string;
  onYes: () => void;
  close: () => void;
};

/** Confirms an irreversible action. Cancel comes first, so that Enter cancels. */
export function Ask({ question, about, yes, no = '取消', onYes, close }: AskProps) {
  return (
    <Dialog className="dialog card-dialog" label={question} onClose={close}>
      <div className="card-dialog-in">
        <h2>{question}</h2>
        <p className="sub">{about}</p>
        <p className="card-dialog-actions">
          <button className="btn quiet" type="button" onClick={close}>
            {no}
          </button>
          <button className="btn btn-seal" type="button" onClick={onYes}>
            {yes}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
