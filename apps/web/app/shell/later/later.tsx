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
import { useKeptPages } from './keep-for-offline.ts';
import { Loading } from './loading.tsx';
import { mendPictures } from './mend-pictures.ts';
import { ProposeEmail } from './propose-email.tsx';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
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

/** The way into the back office, which is an app of its own: for whom it lets in, and nobody else. */
export function OfficeLink() {
  return useUser()?.office && <a href="/admin">管理后台</a>;
}

/** What watches over the page from its first moment to its last. Called once. `theme`: the owner's. */
export function settle(theme: Theme) {
  mendPictures();
  colourBrowser();
  if (theme === 'system') followDevice();
}

/** Keeps the browser's own bar in the colour of the paper, by day and by night. */
function colourBrowser() {
  const follow = () => {
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute('content', paper);
  };
  follow();
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-paper'] });
}

/** Escape puts away a menu of the header that opened under the pointer or the focus, until either moves on. */
export function hushMenus() {
  const header = document.querySelector<HTMLElement>('.hd');
  if (!header) return;
  const ending = new AbortController();
  const speak = () => delete header.dataset.hushed;
  const hush = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') header.dataset.hushed = '';
  };
  addEventListener('keydown', hush, ending);
  header.addEventListener('pointerover', speak, ending);
  header.addEventListener('focusin', speak, ending);
  return () => ending.abort();
}

type Lanterns = ComponentType<{ always: boolean }>;

/** Fetches the lanterns only when they may hang: the new-year days lie between 13 January and 6 March. */
export function SeasonLanterns({ wish }: { wish: SiteInfo['lantern'] }) {
  const [part, setPart] = useState<{ Lanterns: Lanterns }>();
  const mayHang = wish === 'on' || (wish === 'auto' && new Date().getMonth() < 3);
  useEffect(() => {
    if (mayHang) import('./lanterns.tsx').then(setPart, (cause) => console.warn('灯笼没有取到', cause));
  }, [mayHang]);
  return part && <part.Lanterns always={wish === 'on'} />;
}

/** Lets the tab say how many private messages wait while nobody looks. What draws it comes with the first of them. */
export function MessageBadge() {
  const { private: count } = useUnread();
  const part = useRef<Promise<typeof import('../../ui/badge.ts')>>(undefined);
  useEffect(() => {
    if (count > 0) part.current ??= import('../../ui/badge.ts');
    // a tab without a number is a tab still
    part.current?.then(({ showBadge }) => showBadge('messages', count)).catch(() => {});
  }, [count]);
  return null;
}

/** Screens whose address shows others something else, or nothing. */
const ownScreens = /^\/(im|user|notice|newposts|newSays|setup|reset)\/?$/;

/** Thanks whoever copies from any screen, and adds the address to longer copies. Returns the way to stop. */
export function watchCopying(site: SiteInfo) {
  const onCopy = (event: ClipboardEvent) => sayCopied(event, () => sourceLines(site));
  document.addEventListener('copy', onCopy);
  return () => document.removeEventListener('copy', onCopy);
}

function sourceLines({ name, url }: SiteInfo) {
  const { pathname, search } = location;
  return ownScreens.test(pathname) ? [] : [`来源：${name}`, `链接：${url}${pathname}${search}`];
}
