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
            { path: 'articles', lazy: () => import('./articles/articles.tsx') },
            { path: 'categories', lazy: () => import('./categories/categories.tsx') },
            { path: 'comments', lazy: () => import('./comments/comments.tsx') },
            { path: 'tags', lazy: () => import('./tags/tags.tsx') },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
