import { resolve } from 'node:path';
import { become, findNode, install, root } from './runtime.js';

install();
const node = findNode();
const dev = process.argv.includes('--dev');
if (!dev) become(node, [resolve(root, 'scripts/serve.js')]);
else become(node, [resolve(root, 'apps/server/src/main.ts'), '--dev']);
