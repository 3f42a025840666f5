import type { Theme } from '@mojian/contract/platform/rules';
import { accentInSrgb } from '@mojian/ui/accent';
import type { ThemeConfig } from 'antd';
import { useMemo, useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';
import { antdTheme, palettes } from './antd-theme.ts';
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

/** antd's configuration for a theme, an accent and the width of the window. */
export function useAntdTheme(name: 'light' | 'dark', accent: string) {
  const isPhone = usePhone();
  return useMemo(() => themeWithAccent(name, accent, isPhone), [name, accent, isPhone]);
}

function themeWithAccent(name: 'light' | 'dark', accent: string, isPhone: boolean): ThemeConfig {
  if (accent === '') return antdTheme(name, { isPhone });
  const { seal, seal2, tint, fill, fill2 } = accentInSrgb(accent)[name];
  const accents = { seal, sealDeep: seal2, sealWash: tint, sealFill: fill, sealFillDeep: fill2 };
  return antdTheme(name, { palette: { ...palettes[name], ...accents }, isPhone });
}
