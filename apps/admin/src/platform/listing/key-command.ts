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

/**
 * Maps a key to a command of a list; undefined with a modifier or for unknown keys. A key held down only steps: an act
 * would go on to the next row, which takes the focus once this one is handled.
 */
export function keyCommand({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): KeyCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const command: KeyCommand | undefined = commands[key] ?? (/^[a-z]$/.test(key) ? { kind: 'act', key } : undefined);
  return repeat && command?.kind !== 'step' ? undefined : command;
}

/** True while the key belongs to a field, a dialog or a popover. */
export function isTyping({ target }: KeyboardEvent) {
  if (!(target instanceof Element)) return true;
  return (
    isDialogOpen() ||
    isShown('.ant-drawer') ||
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], .ant-popover') !== null
  );
}

/** True while a dialog lies over the screen and over what is open beside it. */
export function isDialogOpen() {
  return isShown('.ant-modal, dialog[open]');
}

function isShown(selector: string) {
  return [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
}
