import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const missing = /\/(instrumentation)\.js$/;

/**
 * A Vite plugin: leaves React Router's instrumentation out of what readers fetch. The router calls it only when it was
 * started with some, which this site never does; by itself the bundler cannot know.
 */
export function lighterRouter(): Plugin {
  return {
    name: 'mojian:lighter-router',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source, importer = '') =>
      missing.test(source) && importer.includes('/react-router/dist/production/')
        ? resolve(import.meta.dirname, 'app/no-instrumentation.ts')
        : undefined,
  };
}
