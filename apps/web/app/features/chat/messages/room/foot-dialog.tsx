import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import './foot-dialog.css';

type Props = {
  question: string;
  face: { name: string; picture: string };
  /** Consequences, a line each. */
  lines: { icon: string; words: string }[];
  no: string;
  yes: string;
  onYes: () => void;
  close: () => void;
  children?: ReactNode;
};

/** Asks at the foot of a phone, in the middle of wider windows. The harmless answer has the focus. */
export function FootDialog({ question, face, lines, no, yes, onYes, close, children }: Props) {
  const harmless = useRef<HTMLButtonElement>(null);
  // after the dialog has opened, which focuses the first field
  useEffect(() => harmless.current?.focus(), []);
  return (
    <Dialog className="dialog foot-dialog" label={question} onClose={close}>
      <div className="foot-dialog-in">
        <h2>
          <Face name={face.name} picture={ownPicture(face.picture)} size="l" />
          {question}
        </h2>
        <ul>
          {lines.map(({ icon, words }) => (
            <li key={words}>
              <Icon name={icon} />
              {words}
            </li>
          ))}
        </ul>
        {children}
        <p className="foot-dialog-answers">
          <button ref={harmless} className="btn" type="button" onClick={close}>
            {no}
          </button>
          <button className="btn foot-dialog-yes" type="button" onClick={onYes}>
            {yes}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
