import type { UNSAFE_AssetsManifest as AssetsManifest, UNSAFE_RouteModules as RouteModules } from 'react-router';
import { inTime, tellLoadError } from '../ui/load-part.ts';
import { toast } from '../ui/toast.ts';

type Place = { pathname: string; search: string; hash: string };

/** A route in React Router's manifest. */
export type LazyRoute = { id: string; children?: LazyRoute[]; lazy?: unknown };

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
export function keepPageWhileLoading(routes: LazyRoute[], deps: LoadRouteDeps) {
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
