import { useSyncExternalStore } from 'react';

/** The same place as the site's: whoever reads in the dark also works in the dark. */
const key = 'theme';
const changed = 'mojian:theme';

export function useTheme() {
  return useSyncExternalStore(watch, read);
}

export function toggleTheme() {
  const theme = read() === 'dark' ? 'light' : 'dark';
  sessionStorage.setItem(key, theme);
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(changed));
}

function read() {
  return sessionStorage.getItem(key) === 'dark' ? 'dark' : 'light';
}

function watch(onChange: () => void) {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}
