import { useEffect } from 'react';
import { loadOffice } from './load-office.ts';

/**
 * What waits is counted again when something was changed here, and when the window is looked at again. The screens are
 * left alone: they may hold what was just typed.
 */
export function useFreshOffice() {
  useEffect(() => {
    const look = () => void loadOffice();
    const whenSeen = () => document.visibilityState === 'visible' && look();
    addEventListener('mojian:changed', look);
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      removeEventListener('mojian:changed', look);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, []);
}
