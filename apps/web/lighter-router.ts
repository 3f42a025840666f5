import type { Plugin } from 'vite';

const id = '\0mojian:no-instrumentation';

/** What the module exports, doing nothing. */
const nothing = `
  export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
  export const getRouteInstrumentationUpdates = () => ({});
  export const instrumentClientSideRouter = (router) => router;
  export const instrumentHandler = (handler) => handler;
  export const instrumentationResultMetaContext = undefined;
`;

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
      source.endsWith('/instrumentation.js') && importer.includes('/react-router/dist/production/') ? id : undefined,
    load: (loaded) => (loaded === id ? nothing : undefined),
  };
}
