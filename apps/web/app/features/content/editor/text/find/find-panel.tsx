import { closeSearchPanel, getSearchQuery } from '@codemirror/search';
import type { EditorView, Panel, ViewUpdate } from '@codemirror/view';
import { createRoot } from 'react-dom/client';
import { onUpdate } from '../updates.ts';
import { FindBar } from './find-bar.tsx';

/** CodeMirror's search with a panel of our own. */
export function findPanel(view: EditorView): Panel {
  const dom = document.createElement('div');
  dom.className = 'find-place';
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    closeSearchPanel(view);
    view.focus();
  });
  const root = createRoot(dom);
  const listen = (tell: (update: ViewUpdate) => void) => onUpdate(view, tell);
  return {
    dom,
    top: true,
    mount: () => root.render(<FindBar view={view} listen={listen} initial={getSearchQuery(view.state)} />),
    destroy: () => setTimeout(() => root.unmount()), // React may be drawing right now
  };
}
