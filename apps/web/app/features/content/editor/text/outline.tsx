import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Icon } from '@mojian/ui/icon';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { treeTo } from './commands/syntax-at.ts';
import { setMode, useEditorValue, useModes } from './view-state.ts';
import './outline.css';

type Props = { view: EditorView | null };

const narrow = '(max-width: 860px)';

/** Headings of the text, beside it or over it in narrow windows. */
export function Outline({ view }: Props) {
  const { outline } = useModes();
  const isNarrow = useSyncExternalStore(listen, () => matchMedia(narrow).matches);
  if (!outline) return null;
  const close = () => setMode('outline', false);
  if (isNarrow) {
    return (
      <Dialog className="outline-sheet" label="大纲" onClose={close}>
        <OutlineHead close={close} />
        <Headings view={view} onGo={close} />
      </Dialog>
    );
  }
  return (
    <nav className="outline" aria-label="大纲">
      <OutlineHead close={close} />
      <Headings view={view} />
    </nav>
  );
}

function OutlineHead({ close }: { close: () => void }) {
  return (
    <div className="outline-head dim">
      <b>大纲</b>
      <button type="button" className="icon-button" aria-label="收起大纲" onClick={close}>
        <Icon name="x" />
      </button>
    </div>
  );
}

function Headings({ view, onGo }: Props & { onGo?: () => void }) {
  const { headings = [], current = -1 } = useEditorValue(view, readOutline, 250) ?? {};
  if (headings.length === 0) return <p className="outline-none dim">还没有标题。行首打「## 」就是一个。</p>;
  const highest = Math.min(...headings.map(({ level }) => level));
  const go = (from: number) => {
    onGo?.();
    if (!view) return;
    const anchor = view.state.doc.lineAt(from).to;
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 24 }) });
    view.focus();
  };
  return (
    <ol>
      {headings.map(({ from, level, text }, index) => (
        <li key={from} data-level={Math.min(3, level - highest)}>
          <button type="button" aria-current={index === current ? 'location' : undefined} onClick={() => go(from)}>
            {text || '（无字）'}
          </button>
        </li>
      ))}
    </ol>
  );
}

function listen(tell: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

type OutlineHeading = { from: number; level: number; text: string };

/** Headings, and the index of the last one above the caret, -1 for none. */
type TextOutline = { headings: OutlineHeading[]; current: number };

const most = 2000;
const name = /^(?:ATX|Setext)Heading(\d)$/;
const inner = /[*_`~=]{1,3}|!?\[([^\]]*)\]\([^)]*\)|\[\^[^\]]*\]|<[^>]+>/g;

export function readOutline(state: EditorState): TextOutline {
  const headings: OutlineHeading[] = [];
  treeTo(state, state.doc.length).iterate({
    enter: ({ type, from, to }) => {
      const level = Number(name.exec(type.name)?.[1]);
      if (level && headings.length < most) headings.push({ from, level, text: headingText(state.sliceDoc(from, to)) });
      return !level && type.name !== 'Paragraph';
    },
  });
  const { head } = state.selection.main;
  return { headings, current: headings.findLastIndex(({ from }) => from <= head) };
}

function headingText(source: string): string {
  const [line = ''] = source.split('\n');
  return line
    .replace(/^[ \t]*#{1,6}[ \t]*/, '')
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/[ \t]*\{#[^{}\s]+\}[ \t]*$/, '')
    .replace(inner, (_, words?: string) => words ?? '')
    .trim();
}
