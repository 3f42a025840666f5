import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../runtime.js';

/**
 * Typefaces, and tables made from others' data, that a release carries beside packages and the project's own work.
 * `files` are those of the project that hold it, whether a release copies them or bundles them.
 */
export const assets = [
  {
    name: 'Noto Serif SC, reduced',
    files: ['apps/server/typeface/song-600.woff2', 'apps/server/typeface/figures-400.woff2'],
    license: 'OFL-1.1',
    text: 'apps/server/typeface/OFL.txt',
  },
  {
    name: 'Source Code Pro, reduced',
    files: ['apps/server/typeface/mono-400.woff2'],
    license: 'OFL-1.1',
    text: 'apps/server/typeface/OFL-mono.txt',
  },
  {
    name: 'Unicode: confusables.txt 13.0 and EquivalentUnifiedIdeograph.txt 15.0, as letters that look alike',
    files: ['apps/server/src/core/identity/look-alikes.ts'],
    license: 'Unicode-3.0',
    text: 'scripts/release/licences/Unicode-3.0.txt',
  },
];

export function textOf({ text }) {
  return readFileSync(resolve(root, text), 'utf8').trim();
}
