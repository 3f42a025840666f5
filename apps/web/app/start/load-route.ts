import type { UNSAFE_AssetsManifest as AssetsManifest, UNSAFE_RouteModules as RouteModules } from 'react-router';
import { inTime, tellLoadError } from '../ui/load-part.ts';
import { toast } from '../ui/toast.ts';

type Place = { pathname: string; search: string; hash: string };

/** A route as React Router's own loader of modules has it. */
export type LazyRoute = { id: string; children?: LazyRoute[]; lazy?: unknown };

type RoutePartsDeps = {
  manifest: AssetsManifest;
  modules: RouteModules;
  /** Where the reader is on the way to, if anywhere. */
  destination: () => Place | undefined;
  /** Calls back at each change of it. Returns the way to stop. */
  subscribe: (listener: () => void) => () => void;
};

/**
 * Lets a screen's script fail without the page: React Router would load the page anew, which without a network is the
 * browser's error page. The screen that is shown stays, a toast offers to try again, and the navigation goes on once
 * the script is there.
 */
export function keepPageWhileLoading(routes: LazyRoute[], deps: RoutePartsDeps) {
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

/** Settles once the module is there, however often it has to be asked for. */
async function loadModule(id: string, deps: RoutePartsDeps) {
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

/** Whether the server has put another build in its place. */
async function isGone(address: string) {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 404;
}

/** Settles when the reader wants it once more: by the toast's button, or by going there again. */
function askAgain(gone: boolean, { destination, subscribe }: RoutePartsDeps) {
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
