import type { Say } from '@mojian/contract/community/says';
import { type Seal, seals } from '@mojian/contract/platform/rules';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { figures } from '../../../ui/figures.ts';
import { countedName } from '../counted-name.ts';
import { useClosing } from './use-closing.ts';
import type { SayActs } from './use-say-acts.ts';
import './say-seals.css';

/** Each seal's character, and what it says. */
const sealWords: Record<Seal, { sign: string; words: string }> = {
  like: { sign: '赞', words: '写得好' },
  laugh: { sign: '笑', words: '笑了' },
  recall: { sign: '念', words: '想起来' },
  hug: { sign: '抱', words: '抱一抱' },
};

type Props = {
  say: Say;
  acts: SayActs;
  /** Shows all four, as on the page of one say; otherwise those with a number, and a button that opens the four. */
  all?: boolean;
};

/** Seals of a say. Pressing one stamps it, pressing it again takes it back. */
export function SaySeals({ say, acts, all = false }: Props) {
  const [pressed, setPressed] = useState<Seal>();
  const shown = seals.filter((seal) => all || say.seals[seal] > 0 || say.stamped.includes(seal));
  const press = (seal: Seal) => {
    const isNew = !say.stamped.includes(seal);
    setPressed(isNew ? seal : undefined);
    if (isNew && !matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(10);
    void acts.stamp(say, seal);
  };
  return (
    <div className="say-seals">
      {shown.map((seal) => (
        <button
          key={seal}
          type="button"
          className={seal === pressed ? 'say-seals-one say-seals-pressed' : 'say-seals-one'}
          aria-pressed={say.stamped.includes(seal)}
          aria-label={countedName(sealWords[seal].sign, say.seals[seal], '枚')}
          title={sealWords[seal].words}
          onClick={() => press(seal)}
        >
          <i data-seal={seal}>{sealWords[seal].sign}</i>
          {say.seals[seal] > 0 && figures(say.seals[seal])}
        </button>
      ))}
      {!all && <SealChoice say={say} press={press} />}
    </div>
  );
}

type ChoiceProps = { say: Say; press: (seal: Seal) => void };

/** The button that opens the four seals with their words; arrows move among them. */
function SealChoice({ say, press }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useClosing(place, isOpen, () => setOpen(false));
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('[role=group] button')?.focus();
  }, [isOpen]);
  const choose = (seal: Seal) => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
    press(seal);
  };
  return (
    <div className="say-seals-choice scripted" ref={place}>
      <button
        type="button"
        className="say-seals-one say-seals-add"
        aria-label="盖一枚印"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <i>印</i>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div className="say-seals-four" id={id} role="group" aria-label="盖哪一枚" hidden={!isOpen} onKeyDown={moveFocus}>
        {seals.map((seal) => (
          <button
            key={seal}
            type="button"
            className="say-seals-one"
            aria-pressed={say.stamped.includes(seal)}
            aria-label={`${sealWords[seal].sign}，${sealWords[seal].words}`}
            onClick={() => choose(seal)}
          >
            <i data-seal={seal}>{sealWords[seal].sign}</i>
            {sealWords[seal].words}
          </button>
        ))}
      </div>
    </div>
  );
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
