import type { Theme } from '@mojian/contract/themes';
import { papers } from '@mojian/ui/papers';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Who stays this many milliseconds reads the page. */
const aRead = 2000;

/** Makes the site one to install, and what is read in it readable without a network. */
export function Installable({ offline, theme }: { offline: boolean; theme: Theme }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    import('./later/settle.ts').then(({ settle }) => settle(theme), miss);
  }, [theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a page read
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const keep = () => import('./later/keep-for-offline.ts').then(({ keepForOffline }) => keepForOffline()).catch(miss);
    const timer = setTimeout(keep, aRead);
    return () => clearTimeout(timer);
  }, [offline, pathname, search]);
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <BarColour theme={theme} />
    </>
  );
}

/** Of the browser's own bar, until the page itself says it. */
function BarColour({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={papers[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={papers.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={papers.dark} />
    </>
  );
}

function miss(cause: unknown) {
  console.warn('没有取到，或浏览器不许', cause);
}
