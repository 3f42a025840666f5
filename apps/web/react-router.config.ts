import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // the few routes fit into one file; asking for them piece by piece would need an address with its query kept
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
