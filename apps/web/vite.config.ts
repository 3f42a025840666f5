import { callSheet } from '@mojian/client/call-sheet';
import { api } from '@mojian/contract/all';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { lighterRouter } from './lighter-router.ts';

export default defineConfig(({ command }) => ({
  plugins: [callSheet(api), lighterRouter(), reactRouter()],
  // light-dark() and oklch() are sent as written: rewriting them for older browsers doubles the sheets
  build: { target: 'es2022', cssTarget: ['chrome123', 'safari17.5', 'firefox121'], cssMinify: 'lightningcss' },
  // one server bundle, with React's production half only, starts faster; while developing, Node loads the packages itself
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  worker: { format: 'es' },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [always] } } } } } },
}));

/**
 * What every screen needs, in one file: as ten files it compresses 6 KB worse. What opens later, and what only lists show,
 * stays apart; so does root with its style sheet, which would come twice.
 */
const always = {
  name: 'always',
  test: (id: string) => !id.endsWith('.css') && everywhere.test(id) && !opensLater.test(id),
};
const everywhere = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router)/',
    '/app/(bring-to-life|http-api|load|session|shell/)',
    '/packages/ui/src/icon',
    '/app/ui/(load-part|moment|own-picture|seal|times|toast)',
    '/packages/(client/src/(client|fetch)|contract/src/failures)',
    'virtual:call-sheet|preload-helper|rolldown/runtime|mojian:no-instrumentation',
  ].join('|'),
);
const opensLater = /\/shell\/(later\/|login\/|search\/|drawer|spread-theme)/;
