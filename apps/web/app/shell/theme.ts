import { themeKey } from './first-script.ts';

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
    if (!sessionStorage.getItem(themeKey)) document.documentElement.dataset.theme = matches ? 'dark' : 'light';
  });
}
