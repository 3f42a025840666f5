import { App as Antd, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { useAccent, useAccented } from './platform/shell/accent.ts';
import { readOffice, watchOffice } from './platform/shell/load-office.ts';
import { keepUsualTheme, useTheme } from './platform/theme.ts';
import { router } from './routes.tsx';

/** `nonce`: what lets antd's style elements pass the content security policy. */
export function App({ nonce }: { nonce: string }) {
  const accent = useAccent();
  useEffect(() => watchOffice(() => keepUsualTheme(readOffice().site.theme)), []);
  const theme = useAccented(useTheme(), accent);
  return (
    <ConfigProvider locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }} theme={theme}>
      {accent && <link rel="stylesheet" href={`/accent.css?colour=${accent.slice(1)}`} />}
      <Antd>
        <RouterProvider router={router} />
      </Antd>
    </ConfigProvider>
  );
}
