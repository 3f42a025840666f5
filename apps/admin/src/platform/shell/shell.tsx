import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Forbidden, SwitchedOff } from './error-screen.tsx';
import { JumpBox } from './jump-box.tsx';
import { useLiveUpdates } from './live.ts';
import { findScreen } from './menu.ts';
import { AccountMenu, Brand, SideMenu, ThemeButton, WaitingMenu } from './menus.tsx';
import { useOffice } from './office.tsx';
import { partMissing, useOnDemand } from './on-demand.ts';
import { ConfirmPassword, SignedOut } from './session-dialogs.tsx';
import './base.css';
import './shell.css';
import './primitives.css';
import './button.css';

export function Shell() {
  const main = useArrival();
  useLiveUpdates();
  useFocusRestore();
  useEffect(fetchAntdWhenIdle, []);
  return (
    <div className="office">
      <a className="office-skip" href="#main">
        跳到正文
      </a>
      <aside className="office-side">
        <Brand />
        <SideMenu />
      </aside>
      <div>
        <Head />
        <Banners />
        <main id="main" ref={main} tabIndex={-1} className="office-main">
          <Screen />
        </main>
      </div>
      <SignedOut />
      <ConfirmPassword />
      <ScrollRestoration />
    </div>
  );
}

/** Most ways from the first screen lead to one that uses antd. */
function fetchAntdWhenIdle() {
  const fetchIt = () => void import('./antd-frame.tsx').catch(() => {}); // the screen that needs it will say so
  if ('requestIdleCallback' in window) requestIdleCallback(fetchIt);
  else setTimeout(fetchIt, 2000);
}

/** Shows a refusal in place of a screen the account may not see. */
function Screen() {
  const { may, has } = useOffice();
  const { title, permission, feature } = findScreen(useLocation().pathname);
  if (feature && !has(feature)) return <SwitchedOff title={title} />;
  return permission && !may(permission) ? <Forbidden title={title} /> : <Outlet />;
}

function Head() {
  const { group, title } = findScreen(useLocation().pathname);
  const isUnderWay = useNavigation().state !== 'idle';
  return (
    <header className={isUnderWay ? 'office-head office-loading' : 'office-head'}>
      <PhoneMenu />
      <p className="office-crumb">
        {group && <span>{group} / </span>}
        <b>{title}</b>
      </p>
      <JumpBox />
      <WaitingMenu />
      <ThemeButton />
      <AccountMenu />
    </header>
  );
}

function PhoneMenu() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const [PhoneDrawer, load] = useOnDemand(async () => (await import('./phone-drawer.tsx')).PhoneDrawer);
  const open = () => {
    setOpenedAt(key);
    load();
  };
  return (
    <>
      <button className="button-icon office-burger" type="button" aria-label="打开菜单" onClick={open}>
        <Icon name="menu" />
      </button>
      {PhoneDrawer && <PhoneDrawer isOpen={openedAt === key} close={() => setOpenedAt(undefined)} />}
    </>
  );
}

/** Sets the title of each screen and focuses the content of every one after the first. */
function useArrival() {
  const { pathname } = useLocation();
  const { site } = useOffice();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const { title } = findScreen(pathname);
  useEffect(() => {
    document.title = `${title} · ${site.name}管理后台`;
  }, [title, site.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function Banners() {
  const { isDemo, setupDue } = useOffice();
  const isInSetup = useLocation().pathname === '/setup';
  const isPartMissing = partMissing.use();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <div className="office-notes" role="status">
      {isDemo && <p>演示模式：什么都可以看，什么也不会改动。</p>}
      {setupDue > 0 && !isInSetup && (
        <p>
          建站还有 {setupDue} 步没有完成。<Link to="/setup">继续</Link>
        </p>
      )}
      {isPartMissing && (
        <p>
          这一部分没有取到，请检查网络后再按一次，或者{' '}
          <button type="button" onClick={() => location.reload()}>
            重新载入
          </button>
        </p>
      )}
      {!isOnline && <p>网络断开了：填的还在，连上之后再保存。</p>}
    </div>
  );
}

function watchNetwork(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

const remembered = 12;
const dialog = '[role=dialog]';
const isAnyOpen = () => [...document.querySelectorAll(dialog)].some((one) => one.checkVisibility());

/**
 * Returns the focus when a dialog is removed, which antd does only for dialogs that stay mounted; falls back to
 * earlier elements when the opener is gone.
 */
function useFocusRestore() {
  useEffect(() => {
    let focused: HTMLElement[] = [];
    let wasAbove = false;
    const remember = ({ target }: FocusEvent) => {
      // Tab at the end of a dialog passes through the page below it
      if (!(target instanceof HTMLElement) || (!target.closest(dialog) && isAnyOpen())) return;
      focused = [...focused.filter((one) => one !== target), target].slice(-remembered);
      wasAbove = target.closest(`${dialog}, .ant-popover`) !== null;
    };
    const watching = new MutationObserver(() => {
      if (!wasAbove || focused.at(-1)?.isConnected || document.activeElement !== document.body) return;
      focused.findLast((one) => one.isConnected && one.checkVisibility())?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    watching.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watching.disconnect();
    };
  }, []);
}
