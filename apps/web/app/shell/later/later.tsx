import './error-screen.tsx';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Theme } from '@mojian/contract/platform/rules';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { keepCounting, useUnread } from '../../live/unread.ts';
import { useUser } from '../../session/session.ts';
import { sayCopied } from '../../ui/copy-text.ts';
import { followDevice } from '../theme.ts';
import { ArrivalQuestion } from './arrival-question.tsx';
import { beginSession } from './begin-session.ts';
import { useOfflinePages } from './keep-for-offline.ts';
import { Loading } from './loading.tsx';
import { mendPictures } from './mend-pictures.ts';
import { ProposeEmail } from './propose-email.tsx';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
import { WhoNow } from './who-now.tsx';
import './later.css';

/** Replaces the header's placeholder once the session is known. */
export const Who = WhoNow;

/** Menu entry for staff. */
export const Office = OfficeLink;

/** Parts of the shell loaded after the first paint. */
export function Extras({ site }: { site: SiteInfo }) {
  useEffect(() => settle(site.theme), [site.theme]);
  useOfflinePages(site.offline);
  useEffect(closeMenusOnEscape, []);
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

/** Link to the back office, for those it admits. */
export function OfficeLink() {
  return useUser()?.office && <a href="/admin">管理后台</a>;
}

/** Starts the observers that live as long as the page. Called once. `theme`: the owner's. */
export function settle(theme: Theme) {
  mendPictures();
  colourBrowser();
  if (theme === 'system') followDevice();
}

/** Keeps the browser's theme colour equal to the page's background, by day and by night. */
function colourBrowser() {
  const follow = () => {
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', paper);
  };
  follow();
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-paper'] });
}

/** Escape closes a header menu that opened on hover or focus, until either moves on. */
export function closeMenusOnEscape() {
  const header = document.querySelector<HTMLElement>('.hd');
  if (!header) return;
  const ending = new AbortController();
  const speak = () => delete header.dataset.hushed;
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') header.dataset.hushed = '';
  };
  addEventListener('keydown', onKey, ending);
  header.addEventListener('pointerover', speak, ending);
  header.addEventListener('focusin', speak, ending);
  return () => ending.abort();
}

type Lanterns = ComponentType<{ always: boolean }>;

/** Loads the lanterns only on possible new-year days, 13 January to 6 March. */
export function SeasonLanterns({ wish }: { wish: SiteInfo['lantern'] }) {
  const [part, setPart] = useState<{ Lanterns: Lanterns }>();
  const mayHang = wish === 'on' || (wish === 'auto' && new Date().getMonth() < 3);
  useEffect(() => {
    if (mayHang) import('./lanterns.tsx').then(setPart, (cause) => console.warn('灯笼没有取到', cause));
  }, [mayHang]);
  return part && <part.Lanterns always={wish === 'on'} />;
}

/** Shows unread private messages in the tab's title while the page is hidden; loads the badge on first use. */
export function MessageBadge() {
  const { private: count } = useUnread();
  const part = useRef<Promise<typeof import('../../ui/badge.ts')>>(undefined);
  useEffect(() => {
    if (count > 0) part.current ??= import('../../ui/badge.ts');
    // the badge is optional
    part.current?.then(({ showBadge }) => showBadge('messages', count)).catch(() => {});
  }, [count]);
  return null;
}

/** Paths that show each reader something else, or nothing. */
const ownScreens = /^\/(im|user|notice|newposts|newSays|setup|reset)\/?$/;

/** Thanks for copies and appends the address to longer ones. Returns the unsubscribe function. */
export function watchCopying(site: SiteInfo) {
  const onCopy = (event: ClipboardEvent) => sayCopied(event, () => sourceLines(site));
  document.addEventListener('copy', onCopy);
  return () => document.removeEventListener('copy', onCopy);
}

function sourceLines({ name, url }: SiteInfo) {
  const { pathname, search } = location;
  return ownScreens.test(pathname) ? [] : [`来源：${name}`, `链接：${url}${pathname}${search}`];
}
