import { type Toast, toast } from '../ui/toast.ts';

const key = 'toast';

/** Says it in a toast once the page has been loaded anew, wherever that leads. */
export function sayAfterReload(type: Toast['type'], text: string) {
  sessionStorage.setItem(key, JSON.stringify({ type, text }));
}

/** Says what was kept for after the reload, once. */
export function showStoredToast() {
  const stored = sessionStorage.getItem(key);
  if (!stored) return;
  sessionStorage.removeItem(key);
  const { type, text } = JSON.parse(stored) as Toast;
  toast(type, text);
}
