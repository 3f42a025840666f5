import { App as Antd, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { EmptyFrame, ErrorScreen, NotFound } from './platform/shell/error-screen.tsx';
import { loadOffice, useOfficeIfLoaded } from './platform/shell/office.tsx';
import { Shell } from './platform/shell/shell.tsx';
import { setDefaultTheme, useAccent, useAntdTheme, useTheme } from './platform/shell/theme.ts';
import { screens } from './screens.ts';

export function App({ nonce }: { nonce: string }) {
  const accent = useAccent();
  const site = useOfficeIfLoaded()?.site;
  useEffect(() => {
    if (site) setDefaultTheme(site.theme);
  }, [site]);
  const theme = useAntdTheme(useTheme(), accent);
  return (
    <ConfigProvider locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }} theme={theme}>
      {accent && <link rel="stylesheet" href={`/accent.css?colour=${accent.slice(1)}`} />}
      <Antd>
        <RouterProvider router={router} />
      </Antd>
    </ConfigProvider>
  );
}

const router = createBrowserRouter(
  [
    {
      id: 'office',
      path: '/',
      loader: loadOffice,
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
      Component: Shell,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: EmptyFrame,
      children: [
        {
          ErrorBoundary: ErrorScreen,
          children: [...screens, { path: '*', Component: NotFound }],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
