import { ignoreComposedKeys } from '@mojian/ui/composition';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './platform/query.ts';
import { EmptyFrame, ErrorScreen, NotFound } from './platform/shell/error-screen.tsx';
import { loadOffice, useOfficeIfLoaded } from './platform/shell/office.tsx';
import { Shell } from './platform/shell/shell.tsx';
import { applyTheme, setDefaultTheme, useAccent } from './platform/shell/theme.ts';
import { antdScreens, firstScreens } from './screens.ts';

ignoreComposedKeys();
// zod would try whether it may compile its shapes: it may not, and each try is reported as an offence
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

function App() {
  const accent = useAccent();
  const site = useOfficeIfLoaded()?.site;
  useEffect(() => {
    if (site) setDefaultTheme(site.theme);
  }, [site]);
  return (
    <>
      {accent && <link rel="stylesheet" href={`/accent.css?colour=${accent.slice(1)}`} />}
      <RouterProvider router={router} />
    </>
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
          children: [
            ...firstScreens,
            { lazy: () => import('./platform/shell/antd-frame.tsx'), children: antdScreens },
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);

applyTheme();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
