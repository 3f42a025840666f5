/** Nouns of the district that have calls, each loaded with its first call. */
export const operationsRoutes = {
  'admin-backups': () => import('./backups/admin-backups.routes.ts'),
  'content-export': () => import('./content-export/content-export.routes.ts'),
  exports: () => import('./exports/exports.routes.ts'),
  imports: () => import('./import/imports.routes.ts'),
  'move-domain': () => import('./move-domain/move-domain.routes.ts'),
  office: () => import('./office/office.routes.ts'),
  remotes: () => import('./remotes/remotes.routes.ts'),
  'self-tests': () => import('./self-tests/self-tests.routes.ts'),
  setup: () => import('./setup/setup.routes.ts'),
  system: () => import('./system/system.routes.ts'),
  upgrade: () => import('./upgrade/admin-upgrade.routes.ts'),
};
