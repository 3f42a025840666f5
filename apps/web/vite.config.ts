import { callSheet } from '@mojian/client/call-sheet';
import { api } from '@mojian/contract/all';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [callSheet(api), reactRouter()],
  // light-dark() and oklch() are sent as written: rewriting them for older browsers doubles the sheets
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false, resolveDependencies: (_file, files) => files.filter(isRare) },
  },
  // a single server bundle, with React's production half only, starts faster; in development Node loads packages itself
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // the shortest names there are: every page loads all names in the router's list of screens
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: [always, pieces, articles, calls, live, articlePage, deferred, codemirror] },
          },
        },
      },
    },
    // A start loads one file, in the folder from which the first screen's styles are read
    ssr: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: '[name]-[hash].cjs',
            dynamicImportInCjs: false,
            codeSplitting: { groups: [{ name: 'pages', tags: ['$initial'] }] },
            // V8 keeps the source in memory, two bytes a character once one is not Latin: 2.3 MB of it, now 0.9
            charset: 'ascii',
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
}));

/**
 * Modules every screen needs, in one file: as ten files they compress 6 KB worse. Lazy parts stay apart; so does root
 * with its style sheet, which would be loaded twice. The group takes along what its modules import: `load-part`, `toast`
 * and `rendered-at` are small files so that no table of failures or relative time is in it.
 */
const always = named(
  'always',
  'node_modules/(react|react-dom|scheduler|react-router)/',
  '/app/(start/(screen-scripts|script-mark)|api/load\\.ts|ui/usual-print|features/content/article/banner)',
  '/app/shell/(?!(deferred|login|search)/|drawer|spread-theme|theme\\.)',
  '/packages/ui/src/icon|preload-helper|/app/session/token',
);
/** Components and functions screens share. In files of their own, the small ones are names in what every page loads first. */
const pieces = named(
  'pieces',
  '/app/ui/(?!badge)|/app/site/site-seal|/app/(storage/stored-json|session/return-path)|/packages/contract/src/platform/(failures|rules|time|format)',
  '/app/features/core/forms/use-(ask-before-unload|countdown|focus-refused)',
);
const articles = named('articles', '/app/features/content/articles/');
/** Omits from each part's preload list the files that every page has loaded already. */
const isRare = (file: string) => !/(^|\/)(always|rolldown-runtime|pieces|calls|live|deferred)-[^/]+\.js$/.test(file);
/** API client. A served article needs it only after hydration. */
const calls = named(
  'calls',
  '/app/(api/(http-api|or-error-page|article-(id|calls))|session/session|features/core/(asks-login/ask-to-log-in|blocks/ask-to-block|likes/))',
  '/packages/client/src/(client|fetch)|virtual:call-sheet',
);
/** Live events. */
const live = named('live', '/app/live/');
/**
 * Scripts of an article's page: as several files, their names are another 100 bytes of what is loaded before them. After
 * `calls` and `live`, whose modules it would take along.
 */
const articlePage = named(
  'article-page',
  '/app/features/content/article/((actions|article-page|copy-code|enhance|enhance-prose|links)\\.ts|diagram/watch-diagrams)',
  '/app/features/community/comments/enhance-article',
);
/**
 * Parts of the shell loaded after the first paint. Lanterns hang a few weeks a year, and share a calendar with screens;
 * visitors have no menus of a member.
 */
const deferred = named('deferred', '/app/shell/deferred/(?!arrival|lanterns|member-menus)');
/** CodeMirror without its lazy parts, and what React reads of it; in two files it compresses worse. */
const codemirror = named(
  'codemirror',
  'node_modules/@codemirror/(state|view|commands|language)/|/app/features/content/editor/text/view-state',
);

function named(name: string, ...paths: string[]) {
  const mine = new RegExp(paths.join('|'));
  return { name, test: (id: string) => !/\.css(\?|$)/.test(id) && mine.test(id) };
}
