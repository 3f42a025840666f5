import { resolve } from 'node:path';
import { become, findNode, install, root } from './runtime.js';

// node scripts/run.js <entry> [arguments]: a TypeScript program of the project, installed first where needed.
const [entry, ...rest] = process.argv.slice(2);
install({ tools: /^(bench|scripts)\/|\/test\//.test(entry) });
become(findNode(), [resolve(root, entry), ...rest]);
