import { themeKey } from '../storage/look-keys.ts';

export function toggleTheme() {
  const root = document.documentElement;
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = theme;
  sessionStorage.setItem(themeKey, theme);
}

/** Follows the device's colour scheme until the reader chooses a theme. Called once. */
export function followDevice() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const { dataset } = document.documentElement;
    if (!dataset.paper && !sessionStorage.getItem(themeKey)) dataset.theme = matches ? 'dark' : 'light';
  });
}
