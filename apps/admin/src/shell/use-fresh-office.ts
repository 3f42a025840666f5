import { useEffect } from 'react';
import { readToken } from '../session.ts';
import { loadOffice } from './load-office.ts';

const every = 30_000;

/**
 * What waits is counted again when something was changed here. Others act too, and readers hand in: now and then while
 * the window is in sight, and when it comes back, the counters look again, and with them whatever is open (`useLook`).
 */
export function useFreshOffice() {
  useEffect(() => {
    const count = () => void loadOffice();
    const look = () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine || !readToken()) return;
      dispatchEvent(new Event('mojian:look'));
      count();
    };
    const timer = setInterval(look, every);
    addEventListener('mojian:changed', count);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('mojian:changed', count);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
