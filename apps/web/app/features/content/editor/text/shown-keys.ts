const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = isMac
  ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' }
  : { Mod: 'Ctrl', Enter: '回车' };

/** Keys as their keyboard has them: `Ctrl+Shift+X`, `⌘⇧X`. */
export function shownKeys(keys: string): string {
  const parts = keys.split('-').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac ? '' : '+');
}

/** Keys as `aria-keyshortcuts` wants them. */
export function ariaKeys(keys: string): string {
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+');
}
