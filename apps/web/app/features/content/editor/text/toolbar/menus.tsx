import type { EditorView } from '@codemirror/view';
import { Icon } from '@mojian/ui/icon';
import { type ButtonHTMLAttributes, type RefObject, useEffect, useState } from 'react';
import { type Action, ariaKeys, shownKeys } from '../actions.ts';
import { insertTable } from '../table/table.ts';
import { closeAround, Popup } from './popup.tsx';

type ActionMenuProps = {
  id: string;
  label: string;
  view: EditorView | null;
  items: Action[];
  on?: readonly string[];
};

export function ActionMenu({ id, label, view, items, on }: ActionMenuProps) {
  return (
    <Popup id={id} label={label}>
      {items.map(({ id, label, icon, keys, run }) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set with the role menuitemcheckbox only
        <button
          key={id}
          type="button"
          role={on ? 'menuitemcheckbox' : 'menuitem'}
          aria-checked={on?.includes(id)}
          tabIndex={-1}
          onClick={({ currentTarget }) => {
            closeAround(currentTarget);
            if (!view) return;
            view.focus();
            run(view);
          }}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {keys && <kbd className="dim push">{shownKeys(keys)}</kbd>}
        </button>
      ))}
    </Popup>
  );
}

const columns = 8;
const rows = 6;
const sizes = Array.from({ length: rows * columns }, (_, index) => ({
  row: Math.floor(index / columns) + 1,
  column: (index % columns) + 1,
}));

export function TablePicker({ id, view }: { id: string; view: EditorView | null }) {
  const [size, setSize] = useState({ row: 0, column: 0 });
  return (
    <Popup id={id} label="表格有多大" className="toolbar-table-picker" perRow={columns} role="dialog">
      <div className="toolbar-table-sizes">
        {sizes.map(({ row, column }) => (
          <button
            key={`${row} ${column}`}
            type="button"
            tabIndex={-1}
            aria-label={`${row} 行 ${column} 列`}
            data-in={row <= size.row && column <= size.column ? '' : undefined}
            onPointerEnter={() => setSize({ row, column })}
            onFocus={() => setSize({ row, column })}
            onClick={({ currentTarget }) => {
              closeAround(currentTarget);
              if (!view) return;
              insertTable(row, column)(view);
              view.focus();
            }}
          />
        ))}
      </div>
      <output className="type-tiny dim">{size.row > 0 ? `${size.row} 行 × ${size.column} 列` : '选行数和列数'}</output>
    </Popup>
  );
}

type ToolButtonProps = {
  label: string;
  icon: string;
  keys?: string | undefined;
  pressed?: boolean | undefined;
  opens?: string;
  isActive?: boolean;
  /** Hidden on small screens, where the command is elsewhere. */
  isOptional?: boolean;
} & Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'>;

/** Toolbar button that keeps the focus in the text. */
export function ToolButton({
  label,
  icon,
  keys,
  pressed,
  opens,
  isActive,
  isOptional,
  ...tipDelayMs
}: ToolButtonProps) {
  return (
    <button
      {...tipDelayMs}
      type="button"
      className="icon-button"
      data-tool=""
      data-spare={isOptional || undefined}
      data-lit={isActive || undefined}
      data-tip={keys ? `${label}　${shownKeys(keys)}` : label}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      aria-haspopup={opens ? 'menu' : undefined}
      popoverTarget={opens}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon name={icon} />
      {opens && <i className="toolbar-more-below" />}
    </button>
  );
}

/** Delay of the tooltip in milliseconds. */
const rest = 350;

/** Shows `data-tip` below the hovered or focused button. */
export function useTip(bar: RefObject<HTMLElement | null>, tip: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const buttons = bar.current;
    const words = tip.current;
    if (!buttons || !words) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      if (words.matches(':popover-open')) words.hidePopover();
    };
    const show = (event: Event) => {
      hide();
      if ((event as PointerEvent).pointerType === 'touch') return;
      const { target } = event;
      const button = (target as Element).closest<HTMLElement>('[data-tip]');
      if (button) timer = setTimeout(() => showBelow(words, button), rest);
    };
    const when: [string, (event: Event) => void][] = [
      ['pointerover', show],
      ['focusin', (event) => (event.target as Element).matches(':focus-visible') && show(event)],
      ['pointerleave', hide],
      ['pointerdown', hide],
      ['focusout', hide],
    ];
    for (const [name, listen] of when) buttons.addEventListener(name, listen);
    return () => {
      for (const [name, listen] of when) buttons.removeEventListener(name, listen);
      hide();
    };
  }, [bar, tip]);
}

function showBelow(words: HTMLElement, button: HTMLElement) {
  words.textContent = button.dataset.tip ?? '';
  words.showPopover(); // the top layer, above any container
  const { left, width, bottom } = button.getBoundingClientRect();
  const half = words.offsetWidth / 2;
  const middle = Math.max(half + 8, Math.min(left + width / 2, innerWidth - half - 8));
  words.style.left = `${middle}px`;
  words.style.top = `${bottom + 6}px`;
}
