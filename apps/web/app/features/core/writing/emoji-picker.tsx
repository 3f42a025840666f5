import { type KeyboardEvent, useEffect, useRef } from 'react';
import { emoji } from './emoji.ts';

type Props = {
  /** Picked by the keyboard, it was the only one wanted: the table closes. By the pointer there may be more. */
  pick: (sign: string) => void;
  close: () => void;
};

const perRow = 8;
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow };

/** A table of emoji: one stop for Tab, arrows within, Escape or a press beside closes it. */
export function EmojiPicker({ pick, close }: Props) {
  const table = useRef<HTMLDivElement>(null);
  const latestClose = useRef(close);
  latestClose.current = close;
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    table.current?.querySelector('button')?.focus();
    const onPress = ({ target }: Event) =>
      !table.current?.parentElement?.contains(target as Node) && latestClose.current();
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (table.current?.contains(document.activeElement)) opener?.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const signs = [...(table.current?.querySelectorAll('button') ?? [])];
    const step = steps[event.key];
    if (event.key === 'Escape') close();
    else if (step === undefined) return;
    else signs[signs.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset could not be laid out as a grid in every browser
    <div ref={table} className="emoji" role="group" aria-label="表情" onKeyDown={onKeyDown}>
      {emoji.map((sign, index) => (
        <button
          key={sign}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          onClick={({ detail }) => {
            pick(sign);
            if (detail === 0) close();
          }}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
