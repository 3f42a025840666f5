import { api } from '@mojian/contract/all';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [callSheet(), reactRouter()],
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
    String.raw`node_modules/(react|react-dom|scheduler|react-router)/`,
    String.raw`/app/(http-api|load|session|shell/)`,
    String.raw`/app/ui/(icon|load-part|moment|own-picture|seal|times|toast)`,
    String.raw`/packages/(client/src/(client|fetch)|contract/src/failures)`,
    String.raw`virtual:call-sheet|preload-helper|rolldown/runtime`,
  ].join('|'),
);
const opensLater = /\/shell\/(later\/|login\/|search\/|drawer|spread-theme)/;

/** The contract without its zod shapes: all the browser needs to make a call. */
function callSheet(): Plugin {
  const id = 'virtual:call-sheet';
  const calls = Object.entries(api).map(([noun, group]) => {
    const lines = Object.entries(group).map(([name, call]) => [
      name,
      { method: call.method, path: call.path, ...('extra' in call && { extra: true }) },
    ]);
    return [noun, Object.fromEntries(lines)];
  });
  return {
    name: 'mojian:call-sheet',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (loaded) =>
      loaded === `\0${id}` ? `export const sheet = ${JSON.stringify(Object.fromEntries(calls))}` : undefined,
  };
}
