import type { Theme } from '@mojian/contract/core/themes';
import { useSyncExternalStore } from 'react';

/** The same place as the site's: whoever reads in the dark also works in the dark. */
const key = 'theme';
const changed = 'mojian:theme';
const device = matchMedia('(prefers-color-scheme: dark)');

/** The owner's, for whoever has chosen none. The page comes with it. */
let usual = document.documentElement.dataset.theme;

export function useTheme() {
  return useSyncExternalStore(watch, read);
}

export function toggleTheme() {
  sessionStorage.setItem(key, read() === 'dark' ? 'light' : 'dark');
  tell();
}

/** What the owner has made of it since the page came. */
export function keepUsualTheme(theme: Theme) {
  if (usual === theme) return;
  usual = theme;
  tell();
}

/** Gives the page its theme. Called once before anything is drawn, and at each change. */
export function applyTheme() {
  document.documentElement.dataset.theme = read();
}

function tell() {
  applyTheme();
  dispatchEvent(new Event(changed));
}

function read() {
  const chosen = sessionStorage.getItem(key);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  const isDark = usual === 'system' ? device.matches : usual === 'dark';
  return isDark ? 'dark' : 'light';
}

function watch(onChange: () => void) {
  addEventListener(changed, onChange);
  device.addEventListener('change', tell);
  return () => {
    removeEventListener(changed, onChange);
    device.removeEventListener('change', tell);
  };
}
