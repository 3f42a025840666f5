import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { adoptStyles } from '../text/extensions.ts';

type Texts = { theirs: string; mine: string; parent: HTMLElement };

export type MergeEditor = { text: () => string; put: (text: string) => void; destroy: () => void };

const diffConfig = { scanLimit: 1000, timeout: 500 };
const collapseUnchanged = { margin: 2, minSize: 6 };

const plain: Extension = [
  EditorView.lineWrapping,
  EditorState.phrases.of({ '$ unchanged lines': '$ 行相同', 'Revert this chunk': '用别处的这一段' }),
];
const named = (name: string) =>
  EditorView.contentAttributes.of({ 'aria-label': name, lang: 'zh-CN', spellcheck: 'false' });
const writable = [history(), keymap.of([...historyKeymap, ...defaultKeymap]), named('这里的（合并结果）')];

/** Side-by-side diff; the right side is the result and takes chunks from the left. */
export function sideBySide({ theirs, mine, parent }: Texts): MergeEditor {
  adoptStyles();
  const view = new MergeView({
    a: { doc: theirs, extensions: [plain, EditorState.readOnly.of(true), named('别处的')] },
    b: { doc: mine, extensions: [plain, writable] },
    parent,
    revertControls: 'a-to-b',
    renderRevertControl: () => button('用别处的', '用别处的这一段'),
    diffConfig,
    collapseUnchanged,
  });
  return handle(view.b, () => view.destroy());
}

/** Unified diff for narrow screens. */
export function oneColumn({ theirs, mine, parent }: Texts): MergeEditor {
  adoptStyles();
  const view = new EditorView({
    doc: mine,
    parent,
    extensions: [
      plain,
      writable,
      unifiedMergeView({ original: theirs, mergeControls: control, diffConfig, collapseUnchanged, gutter: false }),
    ],
  });
  return handle(view, () => view.destroy());
}

function control(type: 'reject' | 'accept', act: (event: MouseEvent) => void) {
  const made = type === 'reject' ? button('用别处的', '用别处的这一段') : button('用这里的', '用这里的这一段');
  made.addEventListener('mousedown', act);
  return made;
}

function button(words: string, label: string) {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', className: 'btn sm merge-take', textContent: words, ariaLabel: label });
  return made;
}

function handle(view: EditorView, destroy: () => void): MergeEditor {
  return {
    text: () => view.state.doc.toString(),
    put: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    destroy,
  };
}
