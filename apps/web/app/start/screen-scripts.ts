import { type ClientInstrumentation, matchRoutes, RouterContextProvider } from 'react-router';
import { inTime, tellLoadError } from '../ui/load-part.ts';
import { toast } from '../ui/toast.ts';

type Place = { pathname: string; href: string };
type ScreenRoute = { id: string; parentId?: string; path?: string; index?: boolean; module: string };

/** Left by the page's inline script: the routes and the address of each screen's script. */
declare const __reactRouterManifest: { routes: Record<string, ScreenRoute> };

/** Milliseconds before a script under way shows the spinner. */
const delayMs = 300;

/**
 * Loads the script of the screen a navigation leads to before the router asks for it: it answers a failure by
 * reloading, without a network with the browser's error page. Here the page stays, and a toast offers a retry, after
 * which the navigation continues. Call once.
 */
export function screenScripts() {
  let destination: Place | undefined;
  let current: AbortController | undefined;

  const instrumentation: ClientInstrumentation = {
    router({ instrument }) {
      instrument({
        navigate(go, { to }) {
          // `getContext` is called before `go` returns, except for a jump within the page
          destination = typeof to === 'string' ? new URL(to, location.href) : undefined;
          const going = go();
          destination = undefined;
          return going.then(() => {});
        },
      });
    },
  };

  /** Awaited by the router at the beginning of each navigation. A superseded one never resolves. */
  async function getContext() {
    current?.abort();
    current = new AbortController();
    const { signal } = current;
    await loadScreen(destination ?? location, signal);
    if (signal.aborted) await new Promise(() => {});
    return new RouterContextProvider();
  }

  return { instrumentations: [instrumentation], getContext };
}

async function loadScreen({ pathname, href }: Place, signal: AbortSignal) {
  const script = scriptOf(pathname);
  while (script && !signal.aborted)
    try {
      return await withSpinner(inTime(import(/* @vite-ignore */ script)), signal);
    } catch (cause) {
      if (signal.aborted) return;
      console.warn('脚本没有取到', cause);
      dispatchEvent(new CustomEvent('mojian:load-error'));
      await retried(href, script);
    }
}

/** Shows the spinner while `loading` takes long, unless the navigation is superseded. */
async function withSpinner(loading: Promise<unknown>, signal: AbortSignal) {
  const tell = (detail: string) => dispatchEvent(new CustomEvent('mojian:loading', { detail }));
  const late = setTimeout(tell, delayMs, 'show');
  const finish = () => {
    clearTimeout(late);
    tell('hide');
  };
  signal.addEventListener('abort', finish);
  await loading.finally(() => {
    if (!signal.aborted) finish();
  });
}

/** Address of the script of a path's screen. */
function scriptOf(pathname: string) {
  const screens = Object.values(__reactRouterManifest.routes).filter(({ parentId }) => parentId);
  return matchRoutes(screens, pathname)?.[0]?.route.module;
}

/** Milliseconds to ask whether a script is gone; a line that answers nothing must not delay what the toast says. */
const askFor = 2000;

/** Resolves when the toast's button is pressed; after a new build, it opens the page anew instead. */
async function retried(href: string, script: string) {
  const signal = AbortSignal.timeout(askFor);
  const answer = await fetch(script, { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
  return new Promise<void>((resolve) => {
    if (answer?.status !== 404) tellLoadError(resolve);
    else toast('error', '本站刚刚更新，请刷新后继续', { words: '刷新', run: () => location.assign(href) });
  });
}
