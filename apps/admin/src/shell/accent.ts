import { accentInSrgb } from '@mojian/ui/accent';
import type { ThemeConfig } from 'antd';
import { useMemo, useSyncExternalStore } from 'react';
import { readOffice, watchOffice } from './load-office.ts';
import { themes } from './themes.ts';

/** The site's accent as `#rrggbb`, '' for cinnabar and until it is known. */
export function useAccent() {
  return useSyncExternalStore(watchOffice, () => readOffice()?.site.accent ?? '');
}

/** antd in the accent of the site. */
export function useAccented(theme: 'light' | 'dark', accent: string) {
  return useMemo(() => accented(theme, accent), [theme, accent]);
}

function accented(name: 'light' | 'dark', accent: string): ThemeConfig {
  const usual = themes[name];
  if (accent === '') return usual;
  const { seal, seal2, tint, fill, fill2 } = accentInSrgb(accent)[name];
  return {
    ...usual,
    token: {
      ...usual.token,
      ...{ colorPrimary: fill, colorPrimaryHover: fill2, colorPrimaryActive: fill2 },
      ...{ colorPrimaryText: seal, colorLink: seal, colorLinkHover: seal2 },
      ...{ colorPrimaryBg: tint, controlItemBgActive: tint, controlOutline: tint },
    },
    components: {
      ...usual.components,
      Menu: { ...usual.components?.Menu, itemSelectedBg: tint, itemSelectedColor: seal },
      Table: { ...usual.components?.Table, rowSelectedBg: tint, rowSelectedHoverBg: tint },
      Tabs: { ...usual.components?.Tabs, inkBarColor: seal },
    },
  };
}
