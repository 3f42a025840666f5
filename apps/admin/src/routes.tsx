import { createBrowserRouter } from 'react-router';
import { api } from './http-api.ts';
import { Shell } from './shell/shell.tsx';

export const router = createBrowserRouter(
  [
    {
      id: 'office',
      path: '/',
      loader: () => api.office.enter(),
      Component: Shell,
      children: [{ index: true, lazy: () => import('./overview/overview.tsx') }],
    },
  ],
  { basename: '/admin' },
);
