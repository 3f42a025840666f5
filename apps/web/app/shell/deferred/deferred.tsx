import type { SiteInfo } from '@mojian/contract/core/site';
import type { Theme } from '@mojian/contract/platform/rules';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { httpApi } from '../../api/http-api.ts';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { type Blockable, blockRequested } from '../../features/core/blocks/ask-to-block.ts';
import { keepCounting, useUnread } from '../../live/unread.ts';
import { showStoredToast } from '../../session/after-reload.ts';
import { keepUser, readUser, tellOfChange, useUser, watchUser } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';
import { sayCopied } from '../../ui/copy-text.ts';
import { type Arrival, arrivalKey } from '../first-script.ts';
import { followDevice } from '../theme.ts';
import { ArrivalQuestion } from './arrival-question.tsx';
import { growCovers } from './cover-transition.ts';
import { watchHeaderMenus } from './header-menus.ts';
import { LiveThumbBar } from './live-thumb-bar.tsx';
import { Loading } from './loading.tsx';
import { Account, LiveMemberButtons } from './member-buttons.tsx';
import { mendPictures } from './mend-pictures.ts';
import { useLostSheets } from './style-sheets.ts';
import { tickFooter } from './tick-footer.ts';
import { showToasts } from './toasts.ts';
import { Tools } from './tools.tsx';
import './error-screen.tsx';
import '../../ui/prose-print.css';
import './touch.css';
import './deferred.css';

/** Replaces the header's placeholder once the session is known. */
export function MemberButtons() {
  return (
    <>
      <LiveMemberButtons />
      <Account />
    </>
  );
}

/** The bar at the foot of phones, as the session has it. */
export const ThumbBar = LiveThumbBar;

/** Parts of the shell loaded after the first paint; without their styles only a line that says so. */
export function Extras({ site }: { site: SiteInfo }) {
  if (!useLostSheets()) return <Styled site={site} />;
  return (
    <p className="shell-upkeep" role="alert">
      加载失败，请检查网络
    </p>
  );
}

function Styled({ site }: { site: SiteInfo }) {
  useEffect(() => observePage(site.theme), [site.theme]);
  useOfflinePages(site.offline);
  useEffect(watchHeaderMenus, []);
  const navigate = useNavigate();
  useEffect(() => growCovers(navigate), [navigate]);
  const { pathname } = useLocation();
  // a screen without a footer may lie between
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew on each screen
  useEffect(tickFooter, [pathname]);
  useEffect(showToasts, []);
  useEffect(() => watchCopying(site), [site]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is opened
  useEffect(() => beginSession(site), []);
  useEffect(keepCounting, []);
  useBlocked();
  useEffect(watchBlocking, []);
  return (
    <>
      <SeasonLanterns setting={site.lantern} />
      <Tools />
      <ProposeEmail />
      <ArrivalQuestion />
      <Loading />
      <UnreadSigns />
    </>
  );
}

/** Link to the back office, for those it admits. */
export function OfficeLink() {
  return useUser()?.office && <a href="/admin">管理后台</a>;
}

/** Starts the observers that live as long as the page. Called once. `theme`: the owner's. */
export function observePage(theme: Theme) {
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

type Lanterns = ComponentType<{ always: boolean }>;

/** Loads the lanterns only on possible new-year days, 13 January to 6 March. */
export function SeasonLanterns({ setting }: { setting: SiteInfo['lantern'] }) {
  const [part, setPart] = useState<{ Lanterns: Lanterns }>();
  const mayHang = setting === 'on' || (setting === 'auto' && new Date().getMonth() < 3);
  useEffect(() => {
    if (mayHang) import('./lanterns.tsx').then(setPart, (cause) => console.warn('灯笼没有取到', cause));
  }, [mayHang]);
  return part && <part.Lanterns always={setting === 'on'} />;
}

/** Says how much is unread in the tab's title and, on phones, on the button of the menu. */
function UnreadSigns() {
  const unread = useUnread();
  const { key } = useLocation();
  const total = Object.values(unread).reduce((sum, count) => sum + count, 0);
  const part = useRef<Promise<typeof import('../../ui/badge.ts')>>(undefined);
  useEffect(() => {
    if (total > 0) part.current ??= import('../../ui/badge.ts');
    // the badge is optional
    part.current?.then(({ showBadge }) => showBadge('unread', total)).catch(() => {});
  }, [total]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the header may be drawn anew by a navigation
  useEffect(() => {
    const burger = document.querySelector('.header-burger');
    burger?.classList.toggle('unread-dot', total > 0);
    burger?.setAttribute('aria-label', total > 0 ? `打开菜单，有 ${total} 条未读` : '打开菜单');
  }, [total, key]);
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
 * Completes a login that arrived by address and keeps the session's member up to date, also when another tab logs in or
 * out. Returns the unsubscribe function.
 */
function beginSession(site: SiteInfo) {
  const whenSeen = () => document.visibilityState === 'visible' && tellOfChange();
  const stop = new AbortController();
  document.addEventListener('visibilitychange', whenSeen, { signal: stop.signal });
  // a window beside the one that logged in was visible all the time
  addEventListener('focus', whenSeen, { signal: stop.signal });
  stop.signal.addEventListener(
    'abort',
    watchUser(() => void recallUser()),
  );
  begin(site).catch((cause) => console.warn('会话没有接上', cause));
  return () => stop.abort();
}

async function begin(site: SiteInfo) {
  showStoredToast();
  // an invitation in the address; a member keeps the present session
  if (site.registration.mode === 'invite' && new URLSearchParams(location.search).has('invite')) askToLogIn();
  const arrival = sessionStorage.getItem(arrivalKey);
  if (!arrival) return isSentToLogIn() ? logInFor() : recallUser({ anew: true });
  sessionStorage.removeItem(arrivalKey);
  const { completeLogin } = await import('./arrival.ts');
  await completeLogin(JSON.parse(arrival) as Arrival);
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

/** Hides what members say whom this one has blocked. */
function useBlocked() {
  const ids = useUser()?.blocked;
  const isHiding = useRef(false);
  useEffect(() => {
    if (!ids?.length && !isHiding.current) return;
    isHiding.current = true;
    import('../../features/core/blocks/hide-blocked.ts').then(({ hideBlocked }) => hideBlocked(ids ?? []), miss);
  }, [ids]);
}

/** Blocks whom a menu names. Returns the unsubscribe function. */
function watchBlocking() {
  const onRequested = (event: Event) => {
    const { detail } = event as CustomEvent<Blockable>;
    import('../../features/core/blocks/block-member.ts').then(({ blockMember }) => blockMember(httpApi, detail), miss);
  };
  addEventListener(blockRequested, onRequested);
  return () => removeEventListener(blockRequested, onRequested);
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
