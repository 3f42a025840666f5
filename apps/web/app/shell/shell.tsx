import type { SiteInfo } from '@mojian/contract/core/site';
import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { wake } from '../ui/wake.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { Counts } from './parts.ts';
import { useArrival } from './use-arrival.ts';
import { useCalls } from './use-calls.tsx';
import { Who } from './who.tsx';

type LaterPart = { Later: ComponentType<{ site: SiteInfo }>; Who: ComponentType; Office: ComponentType };

/** Screens that fill the window. /im is where the chat is. */
const withoutFooter = ['/message', '/chat', '/im', '/newposts'];

/** What surrounds every screen. A screen brings its own `<main id="main">`. */
export function Shell({ site, counts, children }: { site: SiteInfo; counts: Counts; children: React.ReactNode }) {
  const { pathname } = useLocation();
  const { overlay, openDrawer, openSearch } = useCalls(site);
  const later = useLater();
  useArrival();
  useEffect(() => wake(document.documentElement), []);
  return (
    <>
      <a className="skip" href="#main">
        跳到正文
      </a>
      {site.maintenance && <p className="upkeep">{site.maintenance}</p>}
      <Header site={site} Who={later?.Who ?? Who} Office={later?.Office} onMenu={openDrawer} onSearch={openSearch} />
      {later && <later.Later site={site} />}
      {children}
      {!withoutFooter.includes(pathname) && <Footer site={site} counts={counts} />}
      {overlay}
    </>
  );
}

/** What no first paint needs comes once the page stands; a page without it is a page still. */
function useLater() {
  const [part, setPart] = useState<LaterPart>();
  useEffect(() => {
    import('./later/later.tsx').then(setPart, (cause) => console.warn('工具栏没有取到', cause));
  }, []);
  return part;
}
