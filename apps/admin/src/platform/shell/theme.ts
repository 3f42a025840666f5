import type { Theme } from '@mojian/contract/platform/rules';
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { useOfficeIfLoaded } from './office.tsx';

/** The key of the site's theme: a reader in the dark also works in the dark. */
const storageKey = 'theme';
const device = matchMedia('(prefers-color-scheme: dark)');
const phone = matchMedia('(width <= 700px)');

/** The owner's theme, for visitors who chose none. The page is served with it. */
let defaultTheme = document.documentElement.dataset.theme;
const theme = createStore<'dark' | 'light'>(readTheme());

export const useTheme = theme.use;

export function toggleTheme() {
  sessionStorage.setItem(storageKey, readTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

export function setDefaultTheme(next: Theme) {
  defaultTheme = next;
  applyTheme();
}

/** Writes the theme to the page; called before the first render and at each change. */
export function applyTheme() {
  document.documentElement.dataset.theme = readTheme();
  theme.set(readTheme());
}

device.addEventListener('change', applyTheme);
// another document of this tab stored a theme
addEventListener('storage', ({ key }) => key === storageKey && applyTheme());

function readTheme(): 'dark' | 'light' {
  const chosen = sessionStorage.getItem(storageKey);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  const isDark = defaultTheme === 'system' ? device.matches : defaultTheme === 'dark';
  return isDark ? 'dark' : 'light';
}

/** True in a window as narrow as a phone, where lists become cards. */
export function usePhone() {
  return useSyncExternalStore(watchPhone, () => phone.matches);
}

function watchPhone(onChange: () => void) {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** The site's accent as `#rrggbb`; '' for cinnabar and until the office is loaded. */
export const useAccent = () => useOfficeIfLoaded()?.site.accent ?? '';
