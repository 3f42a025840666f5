import { themeKey } from '../storage/look-keys.ts';

/** Switches between light and dark and remembers the choice for this session. */
export function toggleTheme() {
  const root = document.documentElement;
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = theme;
  sessionStorage.setItem(themeKey, theme);
}

/** Whose theme is their device's goes along with it, in the evening for one, until they choose. Called once. */
export function followDevice() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const { dataset } = document.documentElement;
    if (!dataset.paper && !sessionStorage.getItem(themeKey)) dataset.theme = matches ? 'dark' : 'light';
  });
}
