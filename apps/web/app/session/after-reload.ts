import { type Toast, toast } from '../ui/toast.ts';

const key = 'toast';

/** Says it in a toast once the page has been loaded anew, wherever that leads. */
export function sayAfterReload(type: Toast['type'], text: string) {
  sessionStorage.setItem(key, JSON.stringify({ type, text }));
}

/** Says what was kept for after the reload, once. */
export function sayWhatWasKept() {
  const kept = sessionStorage.getItem(key);
  if (!kept) return;
  sessionStorage.removeItem(key);
  const { type, text } = JSON.parse(kept) as Toast;
  toast(type, text);
}
