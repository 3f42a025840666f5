import { createBrowserRouter } from 'react-router';
import { Failed } from './platform/shell/failed.tsx';
import { Frame } from './platform/shell/frame.tsx';
import { loadOffice } from './platform/shell/load-office.ts';
import { Missing } from './platform/shell/missing.tsx';
import { Shell } from './platform/shell/shell.tsx';
import { screens } from './screens.ts';

export const router = createBrowserRouter(
  [
    {
      id: 'office',
      path: '/',
      loader: loadOffice,
      // who is here is asked again when told to, not at every step
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
      Component: Shell,
      ErrorBoundary: Failed,
      HydrateFallback: Frame,
      children: [
        {
          ErrorBoundary: Failed,
          children: [...screens, { path: '*', Component: Missing }],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
