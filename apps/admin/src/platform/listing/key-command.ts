export type KeyCommand =
  | { kind: 'step'; by: 1 | -1; inRowsOnly: boolean }
  | { kind: 'choose' | 'open' | 'find' | 'undo' | 'help' }
  | { kind: 'act'; key: string };

const commands: Record<string, KeyCommand> = {
  j: { kind: 'step', by: 1, inRowsOnly: false },
  k: { kind: 'step', by: -1, inRowsOnly: false },
  // only on a focused row: elsewhere arrows scroll
  ArrowDown: { kind: 'step', by: 1, inRowsOnly: true },
  ArrowUp: { kind: 'step', by: -1, inRowsOnly: true },
  x: { kind: 'choose' },
  Enter: { kind: 'open' },
  '/': { kind: 'find' },
  z: { kind: 'undo' },
  '?': { kind: 'help' },
};

/** Maps a key to a command of a list; undefined with a modifier or for unknown keys. */
export function keyCommand({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): KeyCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return commands[key] ?? (/^[a-z]$/.test(key) ? { kind: 'act', key } : undefined);
}

/** True while the key belongs to a field, a dialog or a popover. */
export function isTyping({ target, isComposing }: KeyboardEvent) {
  if (isComposing || !(target instanceof Element)) return true;
  const isAbove = [...document.querySelectorAll('.ant-modal, .ant-drawer')].some((one) => one.checkVisibility());
  return (
    isAbove || target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], .ant-popover') !== null
  );
}
