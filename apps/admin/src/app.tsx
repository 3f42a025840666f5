import { App as Antd, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { RouterProvider } from 'react-router/dom';
import { router } from './routes.tsx';
import { themes } from './shell/themes.ts';

/** `nonce`: what lets antd's style elements pass the content security policy. */
export function App({ nonce }: { nonce: string }) {
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <ConfigProvider locale={zhCN} csp={{ nonce }} theme={themes[isDark ? 'dark' : 'light']}>
      <Antd>
        <RouterProvider router={router} />
      </Antd>
    </ConfigProvider>
  );
}
