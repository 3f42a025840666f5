import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { onAsk } from './asks.ts';
import { setMode, toggleMode, useModes } from './modes.ts';
import { Outline } from './outline/outline.tsx';
import { StatusLine } from './status/status-line.tsx';
import { TextPane } from './text-pane.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import './text-desk.css';

type Props = {
  initial: string;
  onChange: (markdown: () => string) => void;
  onView?: (view: EditorView | null) => void;
  onPicture: () => void;
  extensions?: Extension[];
  readOnly?: boolean;
  /** The field of the title, above the toolbar. */
  title?: React.ReactNode;
  /** What else the line at the foot says. */
  status?: React.ReactNode;
};

/** Where one writes: title, toolbar, text, outline and the line at the foot. In full screen nothing else is seen. */
export function TextDesk({ onView, onPicture, title, status, ...pane }: Props) {
  const [view, setView] = useState<EditorView | null>(null);
  const { full } = useModes();
  const takeView = useCallback(
    (next: EditorView | null) => {
      setView(next);
      onView?.(next);
    },
    [onView],
  );
  useEffect(() => (view ? onAsk(view, (what) => what === 'outline' && toggleMode('outline')) : undefined), [view]);
  useEffect(() => {
    if (full) document.documentElement.dataset.writing = 'full';
    return () => {
      delete document.documentElement.dataset.writing;
    };
  }, [full]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && full && !event.defaultPrevented) setMode('full', false);
  };
  return (
    <section className="text-desk" aria-label="写作" onKeyDown={onKeyDown}>
      {title}
      <Toolbar view={view} onPicture={onPicture} />
      <div className="text-row">
        <TextPane {...pane} onView={takeView} />
        <Outline view={view} />
      </div>
      <StatusLine view={view}>{status}</StatusLine>
    </section>
  );
}
