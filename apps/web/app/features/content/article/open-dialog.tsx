import { createRoot } from 'react-dom/client';
import { Dialog } from '../../../ui/dialog.tsx';
import './open-dialog.css';

type Content = (close: () => void) => React.ReactNode;

export function openDialog(label: string, className: string, content: Content) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(
    <Dialog label={label} className={`over-article ${className}`} onClose={close}>
      {/* the dialog itself has no padding: a press on it is a press beside */}
      <div className="article-dialog-inside">{content(close)}</div>
    </Dialog>,
  );
}
