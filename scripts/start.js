import { resolve } from 'node:path';
import { readFlags } from './flags.js';
import { become, findNode, install, root } from './runtime.js';

const dev = readFlags(process.argv.slice(2), ['--dev']).includes('--dev');
// installing the tools of tests later would take the modules from under the running site
install({ tools: dev });
const node = findNode();
if (!dev) become(node, [resolve(root, 'scripts/serve.js')]);
else become(node, [resolve(root, 'apps/server/src/mojian.ts'), 'start', '--dev']);
