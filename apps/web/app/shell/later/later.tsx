import type { SiteInfo } from '@mojian/contract/site';
import { useEffect } from 'react';
import './error-screen.tsx';
import { hushMenus } from './hush-menus.ts';
import { LoadFailed } from './load-failed.tsx';
import { Loading } from './loading.tsx';
import { SeasonLanterns } from './season-lanterns.tsx';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
import { WhoMenus } from './who-menus.tsx';
import './later.css';

/** All around a screen that may come a moment after it. */
export function Later({ site }: { site: SiteInfo }) {
  useEffect(hushMenus, []);
  useEffect(showToasts, []);
  return (
    <>
      <SeasonLanterns wish={site.lantern} />
      <WhoMenus />
      <Tools />
      <Loading />
      <LoadFailed />
    </>
  );
}
