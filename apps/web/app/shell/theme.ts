/** Where the theme is kept. Theme lives in session storage; light by default. */
export const themeKey = 'theme';

/** Switches between light and dark and remembers the choice for this session. */
export function toggleTheme() {
  const root = document.documentElement;
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = theme;
  sessionStorage.setItem(themeKey, theme);
}
