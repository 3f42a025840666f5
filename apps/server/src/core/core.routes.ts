/** Nouns of the district that have calls, each loaded with its first call. */
export const coreRoutes = {
  'access-keys': () => import('./access-keys/access-keys.routes.ts'),
  alerts: () => import('./alerts/alerts.routes.ts'),
  'admin-audit': () => import('./audit/admin-audit.routes.ts'),
  blocks: () => import('./blocks/blocks.routes.ts'),
  captcha: () => import('./captcha/captcha.routes.ts'),
  notices: () => import('./notices/notices.routes.ts'),
  sessions: () => import('./sessions/sessions.routes.ts'),
  settings: () => import('./settings/settings.routes.ts'),
  stickers: () => import('./stickers/stickers.routes.ts'),
  uploads: () => import('./uploads/uploads.routes.ts'),
};
