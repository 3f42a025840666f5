import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // CommonJS, so that a start can keep its compiled code (apps/server/src/platform/compiled-code.ts)
  serverModuleFormat: 'cjs',
  serverBuildFile: 'index.cjs',
  // the few routes fit into one file; asking for them piece by piece would need an address with its query kept
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
