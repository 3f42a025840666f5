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
            { path: 'jobs', lazy: () => import('./jobs/jobs.tsx') },
            { path: 'outbox', lazy: () => import('./outbox/outbox.tsx') },
            { path: 'system', lazy: () => import('./system/system.tsx') },
            { path: 'comments', lazy: () => import('./comments/comments.tsx') },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
