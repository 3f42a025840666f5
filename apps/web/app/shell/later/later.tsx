import type { SiteInfo } from '@mojian/contract/core/site';
import { useEffect } from 'react';
import { keepCounting } from '../../unread.ts';
import './error-screen.tsx';
import { ArrivalQuestion } from './arrival-question.tsx';
import { beginSession } from './begin-session.ts';
import { hushMenus } from './hush-menus.ts';
import { useKeptPages } from './keep-for-offline.ts';
import { Loading } from './loading.tsx';
import { MessageBadge } from './message-badge.tsx';
import { OfficeLink } from './office-link.tsx';
import { ProposeEmail } from './propose-email.tsx';
import { SeasonLanterns } from './season-lanterns.tsx';
import { settle } from './settle.ts';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
import { watchCopying } from './watch-copying.ts';
import { WhoNow } from './who-now.tsx';
import './later.css';

/** What takes the place of the header's own, once it is known who reads. */
export const Who = WhoNow;

/** What joins the header's menu, for who may. */
export const Office = OfficeLink;

/** All around a screen that may come a moment after it. */
export function Later({ site }: { site: SiteInfo }) {
  useEffect(() => settle(site.theme), [site.theme]);
  useKeptPages(site.offline);
  useEffect(hushMenus, []);
  useEffect(showToasts, []);
  useEffect(() => watchCopying(site), [site]);
  useEffect(beginSession, []);
  useEffect(keepCounting, []);
  return (
    <>
      <SeasonLanterns wish={site.lantern} />
      <Tools />
      <ProposeEmail />
      <ArrivalQuestion />
      <Loading />
      <MessageBadge />
    </>
  );
}
