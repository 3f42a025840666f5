import { startTransition, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  type UNSAFE_AssetsManifest as AssetsManifest,
  createBrowserRouter,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createClientRoutesWithHMRRevalidationOptOut as createRoutesForHMR,
  UNSAFE_decodeViaTurboStream as decodeViaTurboStream,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_getHydrationData as getHydrationData,
  type HydrationState,
  UNSAFE_RemixErrorBoundary as RemixErrorBoundary,
  type UNSAFE_RouteModules as RouteModules,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepPageWhileLoading, type LazyRoute } from './load-route.ts';

/** Values left by the page's inline scripts. */
type Served = {
  __reactRouterContext: NonNullable<React.ContextType<typeof FrameworkContext>> & {
    stream: ReadableStream<Uint8Array>;
  };
  __reactRouterManifest: AssetsManifest;
  __reactRouterRouteModules: RouteModules;
};

/**
 * Replaces React Router's HydratedRouter, without lazy route discovery (all routes are known) and server data requests
 * (each route has its clientLoader).
 */
export async function bringToLife() {
  const {
    __reactRouterContext: context,
    __reactRouterManifest: manifest,
    __reactRouterRouteModules: modules,
  } = window as unknown as Served;
  // decoded before hydration, so that React does not suspend
  const state = (await decodeViaTurboStream(context.stream, window)).value as HydrationState;
  const value = { ...context, manifest, routeModules: modules };
  const router = startRouter(state, value);
  const routes = <RouterProvider router={router} />;
  const place = () => router.state.location;
  function App() {
    const location = useSyncExternalStore(router.subscribe, place, place);
    return (
      <FrameworkContext value={value}>
        <RemixErrorBoundary location={location}>{routes}</RemixErrorBoundary>
      </FrameworkContext>
    );
  }
  startTransition(() => void hydrateRoot(document, <App />));
}

type Framework = Pick<Served['__reactRouterContext'], 'manifest' | 'routeModules' | 'future'>;

function startRouter(state: HydrationState, { manifest, routeModules: modules, future }: Framework) {
  const routes = createClientRoutes(manifest.routes, modules, state, true, false);
  keepPageWhileLoading(routes as LazyRoute[], {
    manifest,
    modules,
    destination: () => router.state.navigation.location,
    subscribe: (listener) => router.subscribe(listener),
  });
  const router = createBrowserRouter(routes, {
    hydrationData: getHydrationData({ state, routes, getRouteInfo, location, basename: '/', future, isSpaMode: false }),
  });
  if (import.meta.env.DEV) Object.assign(router, { createRoutesForHMR });
  Object.assign(window, { __reactRouterDataRouter: router });
  return router;

  function getRouteInfo(id: string) {
    const { clientLoader, HydrateFallback } = modules[id] ?? {};
    return { clientLoader, hasLoader: manifest.routes[id]?.hasLoader === true, hasHydrateFallback: !!HydrateFallback };
  }
}
