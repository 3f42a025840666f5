import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { adoptStyles } from './adopt-styles.ts';
import { setFocusMode } from './focus-mode.ts';
import { useModes } from './modes.ts';
import { setup } from './setup.ts';
import './text-pane.css';

type Props = {
  /** The text at first. From then on the editor has it: what comes from elsewhere is dispatched to the view. */
  initial: string;
  /** Called at every change. The text is only put together when the function is called. */
  onChange: (markdown: () => string) => void;
  onView: (view: EditorView | null) => void;
  /** Of other parts: pictures, pasting. They come first, and must stay the same array. */
  extensions?: Extension[];
  readOnly?: boolean;
};

const noExtensions: Extension[] = [];

/** The text in Markdown as it is written. */
export function TextPane({ initial, onChange, onView, extensions = noExtensions, readOnly = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const writing = useRef(new Compartment());
  const latest = useRef({ initial, onChange, onView, readOnly });
  latest.current = { initial, onChange, onView, readOnly };
  const { focus } = useModes();

  useEffect(() => {
    adoptStyles();
    const started = latest.current;
    const told = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange(() => state.doc.toString());
    });
    const editor = new EditorView({
      doc: started.initial,
      extensions: [extensions, writing.current.of(mayWrite(!started.readOnly)), setup, told],
      ...(place.current && { parent: place.current }),
    });
    view.current = editor;
    started.onView(editor);
    return () => {
      latest.current.onView(null);
      view.current = null;
      editor.destroy();
    };
  }, [extensions]);

  useEffect(() => {
    view.current?.dispatch({ effects: writing.current.reconfigure(mayWrite(!readOnly)) });
  }, [readOnly]);
  useEffect(() => {
    view.current?.dispatch({ effects: setFocusMode.of(focus) });
  }, [focus]);
  return <div ref={place} className="text-pane" />;
}

function mayWrite(may: boolean): Extension {
  return [EditorState.readOnly.of(!may), EditorView.editable.of(may)];
}
