import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Who stays this many milliseconds reads the page. */
const aRead = 2000;

/** Makes the site one to install, and what is read in it readable without a network. */
export function Installable({ offline }: { offline: boolean }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    import('./later/settle.ts').then(({ settle }) => settle(), miss);
  }, []);
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
      <meta name="theme-color" content="#fcf9f5" />
    </>
  );
}

function miss(cause: unknown) {
  console.warn('没有取到，或浏览器不许', cause);
}
