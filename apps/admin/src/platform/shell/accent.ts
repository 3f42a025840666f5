import { accentInSrgb } from '@mojian/ui/accent';
import type { ThemeConfig } from 'antd';
import { useMemo, useSyncExternalStore } from 'react';
import { usePhone } from '../listing/use-phone.ts';
import { readOffice, watchOffice } from './load-office.ts';
import { palettes } from './palettes.ts';
import { themeOf } from './themes.ts';

/** The site's accent as `#rrggbb`, '' for cinnabar and until it is known. */
export function useAccent() {
  return useSyncExternalStore(watchOffice, () => readOffice()?.site.accent ?? '');
}

/** antd in the accent of the site. */
export function useAccented(theme: 'light' | 'dark', accent: string) {
  const isPhone = usePhone();
  return useMemo(() => accented(theme, accent, isPhone), [theme, accent, isPhone]);
}

function accented(name: 'light' | 'dark', accent: string, isPhone: boolean): ThemeConfig {
  if (accent === '') return themeOf(name, { isPhone });
  const { seal, seal2, tint, fill, fill2 } = accentInSrgb(accent)[name];
  const accents = { seal, sealDeep: seal2, sealWash: tint, sealFill: fill, sealFillDeep: fill2 };
  return themeOf(name, { palette: { ...palettes[name], ...accents }, isPhone });
}
