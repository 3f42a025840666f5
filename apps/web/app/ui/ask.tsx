import { Dialog } from './dialog.tsx';
import './card-dialog.css';

type Props = {
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
export function Ask({ question, about, yes, no = '取消', onYes, close }: Props) {
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
