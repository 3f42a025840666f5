/** The arrows of ARCHITECTURE.md, checked by test/architecture.test.ts. One rule per sentence there. */
/** The districts, each of which may use those before it. */
const districts = ['platform', 'core', 'content', 'community', 'chat', 'members', 'pages', 'operations'];
/** The trees that have these districts. */
const tree = '^(apps/server/src|packages/contract/src|apps/web/app/features|apps/admin/src)';
const noun = '^apps/server/src/(?!platform/)([^/]+/[^/]+)/';
const tests = '[.]test[.]tsx?$';

module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'client-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/(client|contract)/'] },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'only-the-import-knows-the-importers',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: `^apps/server/(src/operations/import|test)/|^packages/importers/|${tests}`,
      },
      to: { path: '^packages/importers/' },
    },
    {
      name: 'importers-know-no-database-and-no-server',
      severity: 'error',
      from: { path: '^packages/(importers|foreign-files)/' },
      to: { path: '^node_modules/(kysely|pg|@?fastify)/' },
    },
    {
      name: 'apps-do-not-import-apps',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    ...districts.slice(0, -1).map((district, index) => ({
      name: `${district}-knows-no-later-district`,
      severity: 'error',
      from: { path: `${tree}/${district}/`, pathNot: tests },
      to: { path: `^$1/(${districts.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'districts-do-not-know-the-assembly',
      severity: 'error',
      // a command is an entry, as start.command.ts is
      from: { path: `${tree}/(?:${districts.join('|')})/`, pathNot: `${tests}|[.]command[.]ts$` },
      to: { path: '^$1/[^/]+[.]tsx?$' },
    },
    {
      name: 'queries-and-routes-are-private',
      severity: 'error',
      from: { path: noun },
      to: { path: '[.](queries|routes)[.]ts$', pathNot: '^apps/server/src/$1/' },
    },
    {
      name: 'only-routes-know-fastify',
      severity: 'error',
      from: { path: noun, pathNot: '[.](routes|test)[.]ts$' },
      to: { path: '^node_modules/@?fastify/' },
    },
    {
      name: 'only-main-and-tests-build-the-app',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(mojian|start[.]command)[.]ts$|[.]test[.]ts$' },
      to: { path: '^apps/server/src/app[.]ts$' },
    },
    {
      name: 'features-only-show',
      severity: 'error',
      from: { path: '^apps/web/app/(features|ui)/' },
      to: { path: '^apps/web/app/(routes/|api/(load|http-api|upload))|^packages/client/src/(?!live-|shrink-picture)' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/web/app/ui/' },
      to: { path: '^apps/web/app/(features|shell|routes)/' },
    },
    {
      name: 'features-do-not-know-the-shell',
      severity: 'error',
      from: { path: '^apps/web/app/features/' },
      to: { path: '^apps/web/app/shell/' },
    },
    {
      name: 'pages-take-no-shapes',
      severity: 'error',
      from: { path: '^apps/web/app/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^packages/contract/src/(?!(platform/(chinese-calendar|rules|failures|features|feed-generation|format|key-scopes|permissions|readable-size|time)|core/(ai-content|attachment-kinds|cover-number|icons|modes|picture-kinds|picture-set|social-providers|sticker-codes)|members/(password-strength|social-texts))[.]ts)',
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(build|[.]react-router)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
