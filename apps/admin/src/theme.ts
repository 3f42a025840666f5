import { useSyncExternalStore } from 'react';

/** The same place as the site's: whoever reads in the dark also works in the dark. */
const key = 'theme';
const changed = 'mojian:theme';

export function useTheme() {
  return useSyncExternalStore(watch, read);
}

export function toggleTheme() {
  sessionStorage.setItem(key, read() === 'dark' ? 'light' : 'dark');
  applyTheme();
  dispatchEvent(new Event(changed));
}

/** Gives the page the chosen theme. Called once before anything is drawn, and at each change. */
export function applyTheme() {
  document.documentElement.dataset.theme = read();
}

function read() {
  return sessionStorage.getItem(key) === 'dark' ? 'dark' : 'light';
}

function watch(onChange: () => void) {
  addEventListener(changed, onChange);
  return () => removeEventListener(changed, onChange);
}
