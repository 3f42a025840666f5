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
import { inTime, tellLoadError } from '../ui/load-part.ts';
import { toast } from '../ui/toast.ts';

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

type Place = { pathname: string; search: string; hash: string };

/** A route in React Router's manifest. */
type LazyRoute = { id: string; children?: LazyRoute[]; lazy?: unknown };

type LoadRouteDeps = {
  manifest: AssetsManifest;
  modules: RouteModules;
  /** The destination of a pending navigation. */
  destination: () => Place | undefined;
  /** Subscribes to its changes. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * Keeps the page when a screen's script fails to load, where React Router would reload (without a network: the
 * browser's error page). A toast offers a retry, after which the navigation continues.
 */
function keepPageWhileLoading(routes: LazyRoute[], deps: LoadRouteDeps) {
  for (const route of routes) {
    const { lazy } = route;
    if (typeof lazy === 'object' && lazy !== null)
      route.lazy = Object.fromEntries(
        Object.entries(lazy).map(([name, get]) => [name, typeof get === 'function' ? afterModule(route.id, get) : get]),
      );
    keepPageWhileLoading(route.children ?? [], deps);
  }

  function afterModule(id: string, get: (...args: unknown[]) => unknown) {
    return async (...args: unknown[]) => {
      await moduleOf(id);
      return get(...args);
    };
  }

  function moduleOf(id: string) {
    if (id in deps.modules) return Promise.resolve();
    const loading = underWay.get(id) ?? loadModule(id, deps);
    underWay.set(id, loading);
    return loading;
  }
}

const underWay = new Map<string, Promise<void>>();

/** Resolves once the module is loaded, retrying on demand. */
async function loadModule(id: string, deps: LoadRouteDeps) {
  const { manifest, modules } = deps;
  const address = manifest.routes[id]?.module ?? '';
  for (;;)
    try {
      modules[id] = await inTime(import(/* @vite-ignore */ address));
      return;
    } catch (cause) {
      console.warn('这一页的脚本没有取到', cause);
      dispatchEvent(new CustomEvent('mojian:load-error'));
      await askAgain(await isGone(address), deps);
    }
}

/** Whether the server has a newer build. */
async function isGone(address: string) {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 404;
}

/** Resolves on a retry: by the toast's button, or by navigating there again. */
function askAgain(gone: boolean, { destination, subscribe }: LoadRouteDeps) {
  const target = destination();
  return new Promise<void>((resolve) => {
    const again = () => {
      stop();
      resolve();
    };
    const stop = subscribe(() => {
      const next = destination();
      if (next && next !== target && next.pathname === target?.pathname) again();
    });
    if (gone) toast('error', '本站刚刚更新，请刷新后继续', { words: '刷新', run: () => reload(target) });
    else tellLoadError(again);
  });
}

function reload(target: Place | undefined) {
  if (target) location.assign(target.pathname + target.search + target.hash);
  else location.reload();
}
