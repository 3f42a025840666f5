import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { readingMinutes } from '@mojian/markdown/words';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { adoptStyles, bareText, type EarlyAct, setFocusMode, withoutTools } from './extensions.ts';
import type { TextTools } from './text-tools.ts';
import { onRequest, onUpdate, setMode, toggleMode, useEditorValue, useModes } from './view-state.ts';
import './status-line.css';
import './text-editor.css';

type Props = {
  initial: string;
  onChange: (markdown: () => string) => void;
  onView?: (view: EditorView | null) => void;
  /** Missing until loaded. */
  tools?: TextTools | undefined;
  readOnly?: boolean;
  title?: React.ReactNode;
  status?: React.ReactNode;
};

/** Title, toolbar, text, outline and status line; covers the page in full screen. */
export function TextEditor({ onView, title, status, ...pane }: Props) {
  const [view, setView] = useState<EditorView | null>(null);
  const { tools, readOnly = false } = pane;
  const { full, outline } = useModes();
  const takeView = useCallback(
    (next: EditorView | null) => {
      setView(next);
      onView?.(next);
    },
    [onView],
  );
  useEffect(() => (view ? onRequest(view, (what) => what === 'outline' && toggleMode('outline')) : undefined), [view]);
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
    <section className="text-desk column" aria-label="写作" onKeyDown={onKeyDown}>
      {title}
      {tools ? (
        <tools.Toolbar view={view} onPicture={() => view && tools.choosePictures(view)} readOnly={readOnly} />
      ) : (
        <div className="text-tools" aria-busy="true" />
      )}
      <div className="text-row" data-waits={outline && !tools ? 'outline' : undefined}>
        <TextPane {...pane} onView={takeView} />
        {tools && <tools.Outline view={view} />}
      </div>
      <StatusLine view={view}>{status}</StatusLine>
    </section>
  );
}

type TextPaneProps = {
  /** Initial text; later changes are dispatched to the view. */
  initial: string;
  /** Called on each change; the text is joined lazily. */
  onChange: (markdown: () => string) => void;
  onView: (view: EditorView | null) => void;
  tools?: TextTools | undefined;
  readOnly?: boolean;
};

/** The text, which waits for nothing. Its tools are configured into it when they come. */
function TextPane({ initial, onChange, onView, tools, readOnly = false }: TextPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [{ writing, early, acts }] = useState(createConfig);
  const latest = useRef({ initial, onChange, onView, readOnly });
  latest.current = { initial, onChange, onView, readOnly };
  const { focus } = useModes();

  useEffect(() => {
    adoptStyles();
    const started = latest.current;
    const changeListener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange(() => state.doc.toString());
    });
    const editor = new EditorView({
      doc: started.initial,
      extensions: [early.of(withoutTools(acts)), writing.of(editable(!started.readOnly)), bareText, changeListener],
      ...(place.current && { parent: place.current }),
    });
    view.current = editor;
    started.onView(editor);
    return () => {
      latest.current.onView(null);
      view.current = null;
      editor.destroy();
    };
  }, [early, acts, writing]);
  useEffect(() => {
    const editor = view.current;
    if (!tools || !editor) return;
    editor.dispatch({ effects: early.reconfigure(tools.extension) });
    tools.begin(editor, acts.splice(0), () => view.current !== editor);
  }, [tools, early, acts]);

  useEffect(() => {
    view.current?.dispatch({ effects: writing.reconfigure(editable(!readOnly)) });
  }, [readOnly, writing]);
  useEffect(() => {
    view.current?.dispatch({ effects: setFocusMode.of(focus) });
  }, [focus]);
  return <div ref={place} className="text-pane column grow" />;
}

/** Parts of the view's configuration that change, and what was asked of the tools before they are there. */
const createConfig = () => ({ writing: new Compartment(), early: new Compartment(), acts: [] as EarlyAct[] });

/** Drops changes of the text while it is read-only: CodeMirror alone only refuses those typed. */
function editable(may: boolean): Extension {
  return [EditorState.readOnly.of(!may), EditorView.editable.of(may), EditorState.changeFilter.of(() => may)];
}

/** Word count and caret position, with `children` between them. */
function StatusLine({ view, children }: { view: EditorView | null; children?: React.ReactNode }) {
  const count = useWordCount(view);
  const place = useEditorValue(view, caretPosition, 120);
  return (
    <div className="text-status row gap-5 dim">
      {count && (
        <>
          <span>{count.selected > 0 ? `选中 ${count.selected} / ${count.words} 字` : `${count.words} 字`}</span>
          <span>约 {readingMinutes(count.words)} 分钟</span>
        </>
      )}
      {children}
      <span className="push">{place && `第 ${place.line} 行，第 ${place.column} 列`}</span>
      <span className="text-kind">Markdown</span>
    </div>
  );
}

function caretPosition({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.head);
  return { line: line.number, column: [...line.text.slice(0, selection.main.head - line.from)].length + 1 };
}

type WordCount = { words: number; selected: number };

/** Debounce in milliseconds. */
const pause = 400;

/** Counts in a worker, debounced. */
function useWordCount(view: EditorView | null): WordCount | undefined {
  const [count, setCount] = useState<WordCount>();
  useEffect(() => {
    if (!view) return;
    const worker = new Worker(new URL('./count.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: [words, selected] }: MessageEvent<[number, number]>) => setCount({ words, selected });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => worker.postMessage([view.state.doc.toString(), selectedText(view)]);
    const stop = onUpdate(view, ({ docChanged, selectionSet }) => {
      if (!docChanged && !selectionSet) return;
      clearTimeout(timer);
      timer = setTimeout(send, pause);
    });
    send();
    return () => {
      stop();
      clearTimeout(timer);
      worker.terminate();
    };
  }, [view]);
  return count;
}

function selectedText({ state }: EditorView): string {
  return state.selection.ranges.map(({ from, to }) => state.sliceDoc(from, to)).join('\n\n');
}
