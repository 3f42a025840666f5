import { createRoot } from 'react-dom/client';
import { Dialog } from '../../../ui/dialog.tsx';

type Content = (close: () => void) => React.ReactNode;

/** Lets Back close a picture rather than leave the page, by an entry in the history. Returns what takes the entry out. */
function closeOnBack(close: () => void) {
  const ending = new AbortController();
  const options = { capture: true, once: true };
  history.pushState(history.state, '');
  const onBack = (event: Event) => {
    event.stopImmediatePropagation(); // the router would load the page anew
    ending.abort();
    close();
  };
  addEventListener('popstate', onBack, { ...options, signal: ending.signal });
  return () => {
    if (ending.signal.aborted) return;
    ending.abort();
    addEventListener('popstate', (event) => event.stopImmediatePropagation(), options);
    history.back();
  };
}

export function openDialog(label: string, className: string, content: Content) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    forget?.();
  };
  const forget = className === 'viewer' ? closeOnBack(close) : undefined;
  root.render(
    <Dialog label={label} className={`over-article ${className}`} onClose={close}>
      {/* the dialog itself has no padding: a press on it is a press beside */}
      <div className="open-dialog-inside">{content(close)}</div>
    </Dialog>,
  );
}
