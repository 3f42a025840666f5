import { createBrowserRouter } from 'react-router';
import { Failed } from './shell/failed.tsx';
import { loadOffice } from './shell/load-office.ts';
import { Missing } from './shell/missing.tsx';
import { Shell } from './shell/shell.tsx';

/** Each screen is loaded when it is opened. */
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
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: Failed,
          children: [
            { index: true, lazy: () => import('./overview/overview.tsx') },
            { path: 'audit', lazy: () => import('./audit/audit.tsx') },
            { path: 'users', lazy: () => import('./users/users.tsx') },
            { path: 'users/:id', lazy: () => import('./users/user.tsx') },
            { path: 'articles', lazy: () => import('./articles/articles.tsx') },
            { path: 'board', lazy: () => import('./board/board.tsx') },
            { path: 'categories', lazy: () => import('./categories/categories.tsx') },
            { path: 'chat', lazy: () => import('./chat/chat.tsx') },
            { path: 'jobs', lazy: () => import('./jobs/jobs.tsx') },
            { path: 'outbox', lazy: () => import('./outbox/outbox.tsx') },
            { path: 'system', lazy: () => import('./system/system.tsx') },
            { path: 'backups', lazy: () => import('./backups/backups.tsx') },
            { path: 'files', lazy: () => import('./files/files.tsx') },
            { path: 'comments', lazy: () => import('./comments/comments.tsx') },
            { path: 'settings', lazy: () => import('./settings/settings.tsx') },
            { path: 'setup', lazy: () => import('./setup/setup.tsx') },
            { path: 'feedback', lazy: () => import('./feedback/feedback.tsx') },
            { path: 'links', lazy: () => import('./links/links.tsx') },
            { path: 'links/order', lazy: () => import('./links/order-links.tsx') },
            { path: 'navigation', lazy: () => import('./navigation/navigation.tsx') },
            { path: 'notices', lazy: () => import('./notices/notices.tsx') },
            { path: 'reports', lazy: () => import('./reports/reports.tsx') },
            { path: 'series', lazy: () => import('./series/series.tsx') },
            { path: 'says', lazy: () => import('./says/says.tsx') },
            { path: 'tags', lazy: () => import('./tags/tags.tsx') },
            { path: '*', Component: Missing },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
