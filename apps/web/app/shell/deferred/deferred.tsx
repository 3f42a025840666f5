import type { SiteInfo } from '@mojian/contract/core/site';
import type { Theme } from '@mojian/contract/platform/rules';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { keepCounting, useUnread } from '../../live/unread.ts';
import { showStoredToast } from '../../session/after-reload.ts';
import { keepUser, readUser, tellOfChange, useUser, watchUser } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';
import { sayCopied } from '../../ui/copy-text.ts';
import { type Arrival, arrivalKey } from '../first-script.ts';
import { followDevice } from '../theme.ts';
import { ArrivalQuestion } from './arrival-question.tsx';
import { Loading } from './loading.tsx';
import { mendPictures } from './mend-pictures.ts';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
import { WhoNow } from './who-now.tsx';
import './error-screen.tsx';
import './deferred.css';

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
  const header = document.querySelector<HTMLElement>('.header');
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

/**
 * Settles a login that arrived by address and keeps the session's member up to date, also when another tab logs in or
 * out. Returns the unsubscribe function.
 */
function beginSession() {
  const whenSeen = () => document.visibilityState === 'visible' && tellOfChange();
  document.addEventListener('visibilitychange', whenSeen);
  const unwatch = watchUser(() => void recallUser());
  begin().catch((cause) => console.warn('会话没有接上', cause));
  return () => {
    document.removeEventListener('visibilitychange', whenSeen);
    unwatch();
  };
}

async function begin() {
  showStoredToast();
  const arrival = sessionStorage.getItem(arrivalKey);
  if (!arrival) return isSentToLogIn() ? logInFor() : recallUser({ anew: true });
  sessionStorage.removeItem(arrivalKey);
  const { settleArrival } = await import('./arrival.ts');
  await settleArrival(JSON.parse(arrival) as Arrival);
  await recallUser({ anew: true });
}

const isSentToLogIn = () => new URLSearchParams(location.search).has('login');

async function logInFor() {
  await recallUser({ anew: true });
  const { goOnOrAsk } = await import('./log-in-for.ts');
  goOnOrAsk();
}

let asking: string | undefined;

/** Loads the token's member, unless known or loading. `anew` reloads while the remembered one is shown. */
async function recallUser({ anew = false } = {}) {
  const token = readToken();
  if (!token || token === asking || (!anew && readUser())) return;
  asking = token;
  try {
    const { token: _, ...user } = await httpApi.sessions.byToken({ query: {} });
    if (readToken() === token) keepUser(user);
  } catch {
    // after a refusal the dialog is open; after a network error the next call retries
    if (!readUser()) delete document.documentElement.dataset.session;
  } finally {
    asking = undefined;
  }
}

/** Milliseconds on a page after which it counts as read. */
const aRead = 2000;

/** Caches pages that were read for offline use. `offline`: the owner's setting. */
function useOfflinePages(offline: boolean) {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the timer for each address
  useEffect(() => {
    if (!offline || !import.meta.env.PROD) return;
    const timer = setTimeout(() => keepForOffline().catch(miss), aRead);
    return () => clearTimeout(timer);
  }, [offline, pathname, search]);
}

/** The service worker has cached this document's files. */
let isSeen = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Asks the service worker to cache this page and its resources. */
async function keepForOffline() {
  if (!('serviceWorker' in navigator) || isSparing()) return;
  await navigator.serviceWorker.register('/offline.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ page: location.href, files: isSeen ? [] : shownFiles() });
  isSeen = true;
}

function shownFiles() {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(files)].filter((file) => /^\/(assets|cover|files)\//.test(file.replace(location.origin, '')));
}

function isSparing() {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

function miss(cause: unknown) {
  console.warn('没有取到，或浏览器不许', cause);
}

/** Tells a member without an e-mail once that one may be added. */
function ProposeEmail() {
  const user = useUser();
  const [shown, setShown] = useState(false);
  // on the page a login ends on, not the one it leaves
  useEffect(() => {
    const member = readUser();
    if (!member?.proposeEmail) return;
    setShown(true);
    keepUser({ ...member, proposeEmail: false });
  }, []);
  const close = () => setShown(false);
  return (
    <div role="status">
      {user && shown && (
        <section className="deferred-propose float" aria-label="添加邮箱">
          <b>要不要留个邮箱？</b>
          <p>换了设备，或哪天别家登不上，凭它也能回来。不留也没有关系。</p>
          <Link className="btn btn-sm" to="/user" onClick={close}>
            去个人中心添加
          </Link>
          <button className="btn quiet btn-sm" type="button" onClick={close}>
            以后再说
          </button>
        </section>
      )}
    </div>
  );
}
