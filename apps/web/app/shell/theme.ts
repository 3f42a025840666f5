const key = 'theme';

/** Runs before the first paint, so that the chosen theme never flashes. Theme lives in session storage; light by default. */
export const themeScript = `try{const t=sessionStorage.getItem('${key}');if(t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/** Switches between light and dark and remembers the choice for this session. */
export function toggleTheme() {
  const root = document.documentElement;
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = theme;
  sessionStorage.setItem(key, theme);
}
