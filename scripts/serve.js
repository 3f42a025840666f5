import { resolve } from 'node:path';
import { buildWhenNeeded } from './build.js';
import { become, root } from './runtime.js';

// glibc keeps a memory arena per thread: two are enough, and drawing pictures then leaves 45 MB less behind
process.env.MALLOC_ARENA_MAX ??= '2';

// On the project's own Node now: builds what is out of date, then becomes the server.
buildWhenNeeded();
become(process.execPath, [resolve(root, 'apps/server/src/main.ts')]);
