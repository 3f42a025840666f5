import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';

type Props = { extensions: Extension; onChange: (text: string) => void; onView: (view: EditorView | null) => void };

/** A bare editor until the text pane takes this place. */
export function TextHost({ extensions, onChange, onView }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const given = useRef({ onChange, onView });
  given.current = { onChange, onView };
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        extensions: [
          extensions,
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': '正文' }),
          EditorView.updateListener.of(
            (update) => update.docChanged && given.current.onChange(update.state.doc.toString()),
          ),
        ],
      }),
    });
    given.current.onView(view);
    return () => {
      view.destroy();
      given.current.onView(null);
    };
  }, [extensions]);
  return <div className="text-host" ref={place} />;
}
