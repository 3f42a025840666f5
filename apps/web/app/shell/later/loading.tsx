import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { partTimeLimit, tellLoadError } from '../../ui/load-part.ts';

/** Milliseconds before a navigation shows the spinner. */
const patience = 300;

/** Spinner of `mojian:loading` events (detail: 'show' or 'hide') and of slow navigations. Locks the page's scroll. */
export function Loading() {
  const asked = useAsked();
  const slow = useSlowNavigation();
  const shown = asked || slow;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-loading', shown);
    return () => document.documentElement.removeAttribute('data-loading');
  }, [shown]);
  return (
    <div className="loading" role="status">
      {shown && (
        <p>
          <span className="inkring" />
          研墨
        </p>
      )}
    </div>
  );
}

function useAsked() {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const onLoading = (event: Event) => setAsked((event as CustomEvent<string>).detail === 'show');
    addEventListener('mojian:loading', onLoading);
    return () => removeEventListener('mojian:loading', onLoading);
  }, []);
  return asked;
}

function useSlowNavigation() {
  const { location } = useNavigation();
  const target = location && location.pathname + location.search;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!target) return;
    const late = setTimeout(() => setSlow(true), patience);
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
