import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { useOffice } from './use-office.ts';

/** Lines above every screen about what holds everywhere: a demo account, no network. */
export function Notes() {
  const { isDemo, setupDue } = useOffice();
  const isInSetup = useLocation().pathname === '/setup';
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  return (
    <div className="notes" role="status">
      {isDemo && <p>演示模式：什么都可以看，什么也不会改动。</p>}
      {setupDue > 0 && !isInSetup && (
        <p>
          建站还有 {setupDue} 步没有完成。<Link to="/setup">继续</Link>
        </p>
      )}
      {!isOnline && <p>网络断开了：填的还在，连上之后再保存。</p>}
    </div>
  );
}

function watch(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
