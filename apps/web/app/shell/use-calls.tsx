import type { SiteInfo } from '@mojian/contract/core/site';
import { useEffect } from 'react';
import { readToken } from '../session.ts';
import { useOverlay } from './use-overlay.ts';

const loadSearch = () => import('./search/search-overlay.tsx').then(({ SearchOverlay }) => SearchOverlay);
const loadDrawer = () => import('./drawer.tsx').then(({ Drawer }) => Drawer);
const loadLogin = () => import('./login/login-dialog.tsx').then(({ LoginDialog }) => LoginDialog);

/** Answers with an overlay to what anything on the page, or a key, calls for. */
export function useCalls(site: SiteInfo) {
  const { Overlay, open, close } = useOverlay();
  const openSearch = () => open(loadSearch);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return;
      event.preventDefault();
      openSearch();
    };
    const onSignedOut = () => open(loadLogin);
    addEventListener('keydown', onKey);
    addEventListener('mojian:signed-out', onSignedOut);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('mojian:signed-out', onSignedOut);
    };
  });
  // once, where the address brought an invitation
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page was opened
  useEffect(() => {
    const isInvited = site.registration.mode === 'invite' && new URLSearchParams(location.search).has('invite');
    if (isInvited && !readToken()) open(loadLogin);
  }, []);
  return {
    overlay: Overlay && <Overlay site={site} close={close} />,
    openSearch,
    openDrawer: () => open(loadDrawer),
  };
}

/** Ctrl K and ⌘ K wherever one is, and / outside of fields. With Shift they are the desk's own. */
function asksForSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  const chord = ctrlKey || metaKey;
  if (altKey) return false;
  return chord ? !shiftKey && key.toLowerCase() === 'k' : key === '/' && !isField(target);
}

function isField(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
