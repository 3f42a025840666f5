import { resolve } from 'node:path';
import { buildWhenNeeded } from './build.js';
import { readFlags } from './flags.js';
import { become, root } from './runtime.js';

// On the project's own Node now: builds what is out of date, then becomes the server.

// glibc keeps a memory arena per thread: with one, memory freed by a thread serves all, 25 MB less after 2,000 pages
process.env.MALLOC_ARENA_MAX ??= '1';
// large buffers go back to the system when they are freed, instead of staying for the next one
process.env.MALLOC_MMAP_THRESHOLD_ ??= '131072';
process.env.MALLOC_TRIM_THRESHOLD_ ??= '262144';
// a small heap; what else is set of it waits until the start is over (apps/server/src/platform/compiled-code.ts)
const heap = ['--max-semi-space-size=4', '--max-old-space-size=160'];
// code is optimised one function at a time: compiling in several threads keeps 40 MB of their memory, and saves no CPU
const compiling = ['--no-concurrent-recompilation'];

readFlags(process.argv.slice(2));
buildWhenNeeded();
become(process.execPath, [...heap, ...compiling, resolve(root, 'apps/server/build/mojian.js'), 'start']);
