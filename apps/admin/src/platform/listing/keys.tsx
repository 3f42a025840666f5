import { Checkbox, Modal } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BatchAction } from './actions.tsx';
import { isTyping, type KeyCommand, keyCommand } from './key-command.ts';
import './keys.css';

const storageKey = 'office.keys';

/**
 * Single-key commands of a list. Off while somebody types or a dialog is open, and where turned off in this browser.
 */
export function useListKeys(section: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = keyCommand(event);
      if (!command || isTyping(event)) return;
      if (command.kind === 'help') setOpen(true);
      else if (!section.current || !runCommand(section.current, command, event)) return;
      event.preventDefault();
    };
    if (isOn) addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [section, isOn]);

  const setEnabled = (on: boolean) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
    setOn(on);
  };
  return { isOpen, isOn, setEnabled, open: () => setOpen(true), close: () => setOpen(false) };
}

/** Returns false where nothing was done. */
function runCommand(list: HTMLElement, command: KeyCommand, { target }: KeyboardEvent) {
  const rows = rowsIn(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const click = (within: Element | undefined, what: string) => {
    const found = within?.querySelector<HTMLElement>(what);
    found?.click();
    return found !== undefined && found !== null;
  };
  switch (command.kind) {
    case 'step': {
      if (command.inRowsOnly && at < 0) return false;
      const row = rows[Math.max(0, Math.min(rows.length - 1, at + command.by))];
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
      return row !== undefined;
    }
    case 'choose':
      return click(rows[at], 'input[type=checkbox]');
    case 'open':
      return rows[at] === target && (click(rows[at], '[aria-keyshortcuts~="Enter"]') || click(rows[at], 'a[href]'));
    case 'find': {
      const field = list.querySelector<HTMLElement>('search input[type=search], search input[type=text]');
      field?.focus();
      return field !== null;
    }
    case 'undo':
      return click(document.body, '.listing-undo');
    case 'act': {
      const what = `[aria-keyshortcuts~="${command.key}"]:not(:disabled)`;
      return click(list.querySelector('.listing-batch') ?? undefined, what) || click(rows[at], what);
    }
  }
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row-key]')];

/** Keeps the focus at the same position after the row that had it was handled. `page`: what is listed. */
export function useRowFocus(section: RefObject<HTMLElement | null>, page: unknown) {
  const place = useRef(-1);

  useEffect(() => {
    const list = section.current;
    const rememberRow = ({ target }: FocusEvent) => {
      // the update notice disappears when pressed: the position from before counts
      if (list && !(target as Element).closest('.listing-update'))
        place.current = rowsIn(list).findIndex((row) => row.contains(target as Node));
    };
    list?.addEventListener('focusin', rememberRow);
    return () => list?.removeEventListener('focusin', rememberRow);
  }, [section]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page lists other rows
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.closest('.ant-popover');
    if (!isLost || place.current < 0 || !section.current) return;
    rowsIn(section.current)
      .slice(0, place.current + 1)
      .at(-1)
      ?.focus({ preventScroll: true });
  }, [page, section]);
}

const builtInKeys: [string, string][] = [
  ['j ↓', '下一行'],
  ['k ↑', '上一行'],
  ['x', '选中或取消选中这一行'],
  ['Enter', '打开这一行'],
  ['/', '搜索文字'],
  ['z', '撤销上一步'],
  ['?', '这张表'],
];

type Props = { keys: ReturnType<typeof useListKeys>; acts: BatchAction[] };

export function KeysHelp({ keys: { isOpen, isOn, setEnabled, close }, acts }: Props) {
  const own = acts.flatMap(({ key, title }) => (key ? [[key, `${title}：选中的，没有选就是这一行`] as const] : []));
  return (
    <Modal title="快捷键" open={isOpen} onCancel={close} footer={null} destroyOnHidden>
      <dl className="keys">
        {[...builtInKeys, ...own].map(([key, words]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isOn} onChange={({ target }) => setEnabled(target.checked)}>
        启用这些快捷键
      </Checkbox>
    </Modal>
  );
}
