import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { partTimeLimit, tellLoadError } from '../../ui/load-part.ts';

/** Milliseconds before a navigation shows the spinner. */
const delayMs = 300;

/** Spinner of `mojian:loading` events (detail: 'show' or 'hide') and of slow navigations. Locks the page's scroll. */
export function Loading() {
  const requested = useRequested();
  const slow = useSlowNavigation();
  const shown = requested || slow;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-loading', shown);
    return () => document.documentElement.removeAttribute('data-loading');
  }, [shown]);
  return (
    <div className="loading" role="status">
      {shown && (
        <p className="stack gap-3-5 sub">
          <span className="deferred-inkring" />
          研墨
        </p>
      )}
    </div>
  );
}

function useRequested() {
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    const onLoading = (event: Event) => setRequested((event as CustomEvent<string>).detail === 'show');
    addEventListener('mojian:loading', onLoading);
    return () => removeEventListener('mojian:loading', onLoading);
  }, []);
  return requested;
}

function useSlowNavigation() {
  const { location } = useNavigation();
  const target = location && location.pathname + location.search;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!target) return;
    const late = setTimeout(() => setSlow(true), delayMs);
    const lost = setTimeout(() => {
      end();
      tellLoadError(() => window.location.assign(target));
    }, partTimeLimit);
    const end = () => {
      clearTimeout(late);
      clearTimeout(lost);
      setSlow(false);
    };
    addEventListener('mojian:load-error', end);
    return () => {
      end();
      removeEventListener('mojian:load-error', end);
    };
  }, [target]);
  return slow;
}
