import { accentInSrgb } from '@mojian/ui/accent';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useMemo } from 'react';
import { Outlet } from 'react-router';
import { antdTheme, palettes } from './antd-theme.ts';
import { useAccent, usePhone, useTheme } from './theme.ts';
import './antd.css';

/** antd's theme and texts, apart because the shell and the overview draw without antd. */
export function AntdTheme({ children }: { children: React.ReactNode }) {
  const theme = useAntdTheme(useTheme(), useAccent());
  const { nonce } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
  return (
    <ConfigProvider locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }} theme={theme}>
      {children}
    </ConfigProvider>
  );
}

/** Around the screens that use antd, with its messages. */
export function Component() {
  return (
    <AntdTheme>
      <App>
        <Outlet />
      </App>
    </AntdTheme>
  );
}

function useAntdTheme(name: 'light' | 'dark', accent: string) {
  const isPhone = usePhone();
  return useMemo(() => themeWithAccent(name, accent, isPhone), [name, accent, isPhone]);
}

function themeWithAccent(name: 'light' | 'dark', accent: string, isPhone: boolean) {
  if (accent === '') return antdTheme(name, { isPhone });
  const { seal, seal2, tint, fill, fill2 } = accentInSrgb(accent)[name];
  const accents = { seal, sealDeep: seal2, sealWash: tint, sealFill: fill, sealFillDeep: fill2 };
  return antdTheme(name, { palette: { ...palettes[name], ...accents }, isPhone });
}
