import { type Toast, toast } from '../ui/toast.ts';

const key = 'toast';

/** Shows a toast after the next page load, wherever that leads. */
export function sayAfterReload(type: Toast['type'], text: string) {
  sessionStorage.setItem(key, JSON.stringify({ type, text }));
}

/** Shows the stored toast once. */
export function showStoredToast() {
  const stored = sessionStorage.getItem(key);
  if (!stored) return;
  sessionStorage.removeItem(key);
  const { type, text } = JSON.parse(stored) as Toast;
  toast(type, text);
}
