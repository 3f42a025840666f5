import type { SiteInfo } from '@mojian/contract/site';
import { useEffect } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { Counts } from './parts.ts';
import { Tools } from './tools.tsx';
import { useArrival } from './use-arrival.ts';
import { useOverlay } from './use-overlay.ts';

const loadSearch = () => import('./search/search-overlay.tsx').then(({ SearchOverlay }) => SearchOverlay);
const loadDrawer = () => import('./drawer.tsx').then(({ Drawer }) => Drawer);

/** What surrounds every screen. A screen brings its own `<main id="main">`. */
export function Shell({ site, counts, children }: { site: SiteInfo; counts: Counts; children: React.ReactNode }) {
  const { Overlay, open, close } = useOverlay();
  const openSearch = () => open(loadSearch);
  useArrival();
  useSearchKeys(openSearch);
  return (
    <>
      <a className="skip" href="#main">
        跳到正文
      </a>
      <Header site={site} onMenu={() => open(loadDrawer)} onSearch={openSearch} />
      {children}
      <Tools />
      <Footer site={site} counts={counts} />
      {Overlay && <Overlay site={site} close={close} />}
    </>
  );
}

/** Ctrl K, ⌘ K, and / outside of fields open the search. */
function useSearchKeys(openSearch: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isChord = (ctrlKey || metaKey) && key.toLowerCase() === 'k';
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isField(target);
      if (!isChord && !isSlash) return;
      event.preventDefault();
      openSearch();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

function isField(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
