import { App as Antd, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { RouterProvider } from 'react-router/dom';
import { router } from './routes.tsx';
import { themes } from './shell/themes.ts';
import { useTheme } from './theme.ts';

/** `nonce`: what lets antd's style elements pass the content security policy. */
export function App({ nonce }: { nonce: string }) {
  return (
    <ConfigProvider locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }} theme={themes[useTheme()]}>
      <Antd>
        <RouterProvider router={router} />
      </Antd>
    </ConfigProvider>
  );
}
