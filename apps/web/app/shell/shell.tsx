import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { preload } from 'react-dom';
import { useLocation } from 'react-router';
import { CachedFragment } from '../ui/cached-fragment.tsx';
import { figures } from '../ui/figures.ts';
import { Link } from '../ui/link.tsx';
import { markHydrated } from '../ui/mark-hydrated.ts';
import { RenderedAt } from '../ui/rendered-at.ts';
import { Seal, stampOf } from '../ui/seal.tsx';
import { Header, MemberButtons } from './header.tsx';
import { useDeferred } from './load-deferred.ts';
import { allPlaces, hereInMenu, isScreen } from './menu.ts';
import { ServedShell } from './served-shell.ts';
import { type Counts, useOverlay } from './use-overlay.ts';

/** Full-window screens. /im is the chat. */
const withoutFooter = ['/message', '/chat', '/im', '/newposts'];

/** Header, drawer, footer and overlays around every screen. A screen renders its own `<main id="main">`. */
export function Shell({ site, counts, children }: { site: SiteInfo; counts: Counts; children: React.ReactNode }) {
  const { pathname } = useLocation();
  const { overlay, openDrawer, openSearch } = useCalls(site);
  const deferred = useDeferred();
  useArrival();
  useEffect(() => markHydrated(document.documentElement), []);
  const stamp = stampOf(site);
  // the header, which has it, may be of an earlier page
  if (import.meta.env.SSR && stamp) preload(stamp, { as: 'image' });
  return (
    <>
      <a className="shell-skip" href="#main">
        跳到正文
      </a>
      {site.maintenance && <p className="shell-upkeep">{site.maintenance}</p>}
      {deferred === null && (
        <p className="shell-upkeep" role="alert">
          加载失败，请检查网络
        </p>
      )}
      <CachedFragment data={[site]} name={`header ${hereInMenu(site, pathname)}`}>
        <Header
          site={site}
          MemberButtons={deferred?.MemberButtons ?? MemberButtons}
          OfficeLink={deferred?.OfficeLink}
          onMenu={openDrawer}
          onSearch={openSearch}
        />
      </CachedFragment>
      {deferred && <deferred.Extras site={site} />}
      {children}
      {!withoutFooter.includes(pathname) && (
        <CachedFragment data={[site, counts]} name="footer">
          <Footer site={site} counts={counts} />
        </CachedFragment>
      )}
      {deferred ? <deferred.ThumbBar onSearch={openSearch} /> : <ServedThumbBar />}
      {overlay}
    </>
  );
}

const loadSearch = () => import('./search/search-dialog.tsx').then((module) => module.SearchOverlay);
const loadDrawer = () => import('./drawer.tsx').then((module) => module.Drawer);
const loadLogin = () => import('./login/login-dialog.tsx').then((module) => module.LoginDialog);

/** Opens the overlay that an event or a key asks for. */
function useCalls(site: SiteInfo) {
  const { Overlay, open, close } = useOverlay();
  const openSearch = () => open(loadSearch);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!asksForSearch(event)) return;
    event.preventDefault();
    openSearch();
  });
  const onSignedOut = useEffectEvent(() => open(loadLogin));
  // once: between the listeners of two renders an event would be lost, such as that of an invitation in the address
  useEffect(() => {
    addEventListener('keydown', onKey);
    addEventListener('mojian:signed-out', onSignedOut);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('mojian:signed-out', onSignedOut);
    };
  }, []);
  return {
    overlay: Overlay && <Overlay site={site} close={close} />,
    openSearch,
    openDrawer: () => open(loadDrawer),
  };
}

/** Ctrl K and ⌘ K anywhere, and / outside of fields. With Shift they belong to the editor. */
function asksForSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  const chord = ctrlKey || metaKey;
  if (altKey) return false;
  return chord ? !shiftKey && key.toLowerCase() === 'k' : key === '/' && !isField(target);
}

function isField(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

const moved = { opacity: [0, 1], translate: ['0 8px', '0 0'] };
const pace = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Counts the visit of each screen. After a navigation, focuses the screen and plays its entry animation. */
function useArrival() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    report(pathname).catch(() => {});
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const main = document.getElementById('main');
    if (!main) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) main.animate(moved, pace);
  }, [pathname]);
}

/** Failed counts do not concern the reader; the client has logged them. */
async function report(path: string) {
  const calls = await import('../api/http-api.ts');
  await calls.loadApi.site.report({ query: { path } });
}

function Footer({ site, counts }: { site: SiteInfo; counts: Counts }) {
  return (
    <footer className="shell-footer after-paint">
      <div className="wrap">
        <div className="shell-footer-top">
          <div className="shell-footer-words">
            <Seal stamp={stampOf(site)} />
            <p className="shell-footer-motto">{site.motto}</p>
          </div>
          <dl>
            <div>
              <dt>本站已运行</dt>
              <RunningTime since={site.startedAt} />
            </div>
            {Object.entries({ 总浏览: counts.siteAccess, 总访客: counts.visitorAccess }).map(
              ([name, count]) =>
                count > 0 && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{figures(count)}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
        <SmallPrint site={site} />
      </div>
    </footer>
  );
}

function SmallPrint({ site }: { site: SiteInfo }) {
  const { name, startedAt, recordNum, policeRecordNum, sourceCode, licence } = site;
  const [first, last] = [startedAt, useContext(RenderedAt)].map(yearOf);
  return (
    <div className="shell-footer-bottom">
      <span>{`© ${first === last ? first : `${first}–${last}`} ${name}`}</span>
      {recordNum && <a href="https://beian.miit.gov.cn/">{recordNum}</a>}
      {policeRecordNum && (
        <a className="shell-police" href={policeRecordUrl(policeRecordNum)}>
          <Icon name="shield" />
          {policeRecordNum}
        </a>
      )}
      <span>{licence.name ? `文章除另注明外以 ${licence.name} 许可` : '文章未经作者许可不得转载'}</span>
      <nav className="push" aria-label="页脚">
        {allPlaces(site).map((place) => (
          <Link className="shell-footer-place" key={place.to} to={place.to} reloadDocument={!isScreen(place)}>
            {place.short ?? place.words}
          </Link>
        ))}
        <Link to="/privacy">隐私</Link>
        {sourceCode && <a href={sourceCode}>源代码</a>}
        <a href="/rss.xml">RSS</a>
      </nav>
    </div>
  );
}

/** Address of a police record, found by the digits of its number. Source: https://beian.mps.gov.cn/ */
function policeRecordUrl(number: string) {
  const code = number.replaceAll(/\D/g, '');
  return `https://beian.mps.gov.cn/#/query/webSearch${code && `?code=${code}`}`;
}

/** Stays as the server wrote it until the shell's later part is loaded. */
function ServedThumbBar() {
  const served = useContext(ServedShell);
  if (served) return <served.ThumbBar />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that the links the server wrote stay
  return <nav className="thumb-bar after-paint" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/** In China time (UTC+8). */
function yearOf(time: number) {
  return new Date(time + 8 * 3_600_000).getUTCFullYear();
}

/** Age of the site as the server reads it; `tickFooter`, which is loaded later, goes on with it. */
function RunningTime({ since }: { since: number }) {
  const time = useContext(RenderedAt) - since;
  const html = useContext(ServedShell)?.runningTime(time) ?? '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: figures and units
  return <dd data-since={since} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
