import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // the few routes fit into one file; asking for them piece by piece would need an address with its query kept
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => globSync('build/client/assets/manifest-*.js', { cwd: import.meta.dirname }).forEach(slim),
} satisfies Config;

/** Leaves out of the routes' list, which each reader fetches, what only links that prefetch would read: a third of it. */
function slim(name: string) {
  const file = resolve(import.meta.dirname, name);
  const [entry = '', routes = ''] = readFileSync(file, 'utf8').split(/(?="routes":)/);
  writeFileSync(file, entry + routes.replace(/"imports":\[[^\]]*\],/g, ''));
}
