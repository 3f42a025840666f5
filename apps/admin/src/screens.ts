import type { RouteObject } from 'react-router';

/** Each screen is a chunk of its own, loaded when it is opened. These need no antd. */
export const firstScreens: RouteObject[] = [{ index: true, lazy: () => import('./operations/office/overview.tsx') }];

export const antdScreens: RouteObject[] = [
  { path: 'audit', lazy: () => import('./core/audit/audit.tsx') },
  { path: 'users', lazy: () => import('./members/members/users.tsx') },
  { path: 'users/applications', lazy: () => import('./members/members/applications.tsx') },
  { path: 'users/invitations', lazy: () => import('./members/members/invitations.tsx') },
  { path: 'users/:id', lazy: () => import('./members/members/user.tsx') },
  { path: 'articles', lazy: () => import('./content/articles/articles.tsx') },
  { path: 'pages', lazy: () => import('./content/articles/articles.tsx') },
  { path: 'board', lazy: () => import('./community/board/board.tsx') },
  { path: 'categories', lazy: () => import('./content/categories/categories.tsx') },
  { path: 'chat', lazy: () => import('./chat/messages/chat.tsx') },
  { path: 'readings', lazy: () => import('./operations/office/readings.tsx') },
  { path: 'readings/:id', lazy: () => import('./operations/office/article-readings.tsx') },
  { path: 'jobs', lazy: () => import('./operations/jobs/jobs.tsx') },
  { path: 'outbox', lazy: () => import('./operations/outbox/outbox.tsx') },
  { path: 'system', lazy: () => import('./operations/system/system.tsx') },
  { path: 'backups', lazy: () => import('./operations/backups/backups.tsx') },
  { path: 'imports', lazy: () => import('./operations/imports/imports.tsx') },
  { path: 'files', lazy: () => import('./core/uploads/files.tsx') },
  { path: 'comments', lazy: () => import('./community/comments/comments.tsx') },
  { path: 'settings', lazy: () => import('./core/settings/settings.tsx') },
  { path: 'setup', lazy: () => import('./operations/setup/setup.tsx') },
  { path: 'feedback', lazy: () => import('./community/feedback/feedback.tsx') },
  { path: 'links', lazy: () => import('./pages/links/links.tsx') },
  { path: 'links/order', lazy: () => import('./pages/links/order-links.tsx') },
  { path: 'navigation', lazy: () => import('./pages/navigation/navigation.tsx') },
  { path: 'notices', lazy: () => import('./core/notices/notices.tsx') },
  { path: 'redirects', lazy: () => import('./content/redirects/redirects.tsx') },
  { path: 'redirects/missed', lazy: () => import('./content/redirects/missed.tsx') },
  { path: 'reports', lazy: () => import('./community/reports/reports.tsx') },
  { path: 'series', lazy: () => import('./content/series/series.tsx') },
  { path: 'says', lazy: () => import('./community/says/says.tsx') },
  { path: 'tags', lazy: () => import('./content/tags/tags.tsx') },
];
