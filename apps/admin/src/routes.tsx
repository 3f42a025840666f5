import { createBrowserRouter } from 'react-router';
import { api } from './http-api.ts';
import { Failed } from './shell/failed.tsx';
import { Shell } from './shell/shell.tsx';

/** Each screen is loaded when it is opened. */
export const router = createBrowserRouter(
  [
    {
      id: 'office',
      path: '/',
      loader: () => api.office.enter(),
      Component: Shell,
      ErrorBoundary: Failed,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: Failed,
          children: [
            { index: true, lazy: () => import('./overview/overview.tsx') },
            { path: 'backups', lazy: () => import('./backups/backups.tsx') },
            { path: 'files', lazy: () => import('./files/files.tsx') },
            { path: 'comments', lazy: () => import('./comments/comments.tsx') },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
