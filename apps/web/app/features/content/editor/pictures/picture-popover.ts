import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { writePicture } from '@mojian/markdown/write-picture';
import { type FoundPicture, findPictures } from './picture-syntax.ts';

const closePopover = StateEffect.define<null>();

/** Popover for the picture at the caret: alt text, caption, width. Alt+Enter focuses it, Escape closes it. */
export const picturePopover = StateField.define<FoundPicture | null>({
  create: () => null,
  update(shown, transaction) {
    const { docChanged, selection, effects, state } = transaction;
    if (effects.some((effect) => effect.is(closePopover))) return null;
    if (!docChanged && !selection) return shown;
    // a picture being typed opens no popover; an open one stays while it is edited
    return docChanged && !shown ? null : pictureAt(state);
  },
  provide: (field) => [
    showTooltip.from(field, (picture): Tooltip | null => picture && { pos: picture.from, above: false, create }),
    keymap.of([
      { key: 'Alt-Enter', run: enter },
      { key: 'Escape', run: (view) => close(view, field) },
    ]),
  ],
});

const create = (view: EditorView) =>
  createPopover(view, {
    picture: () => view.state.field(picturePopover),
    close: () => {
      view.dispatch({ effects: closePopover.of(null) });
      view.focus();
    },
  });

/** Finds the picture at the caret that may be changed, outside of code. */
function pictureAt(state: EditorState): FoundPicture | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.readOnly || main.to - main.from > 0 || !line.text.includes('![')) return null;
  const head = main.head - line.from;
  const found = findPictures(line.text).find(({ from, to }) => from <= head && head <= to);
  if (!found || isCode(state, line.from + found.from)) return null;
  return { ...found, from: line.from + found.from, to: line.from + found.to };
}

function isCode(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, 1);
  return /Code/.test(node.name) || /Code/.test(node.parent?.name ?? '');
}

function enter(view: EditorView): boolean {
  const field = view.dom.querySelector<HTMLElement>('.picture-popover input');
  field?.focus();
  return field !== null;
}

function close(view: EditorView, field: StateField<FoundPicture | null>): boolean {
  if (!view.state.field(field)) return false;
  view.dispatch({ effects: closePopover.of(null) });
  return true;
}

const widths: [number, string][] = [
  [25, '四分之一'],
  [50, '一半'],
  [75, '四分之三'],
  [100, '全宽'],
];

type CreatePopoverOptions = { picture: () => FoundPicture | null; close: () => void };

/** Builds the popover; each change is written to the text at once. */
function createPopover(view: EditorView, { picture, close }: CreatePopoverOptions): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'picture-popover float';
  dom.role = 'group';
  dom.ariaLabel = '图片';
  const alt = field('说明', '图里是什么，给看不见的人听');
  const title = field('图注', '写在图下，不写就用说明');
  const shares = widths.map(([width, words]) => choice(words, () => write({ width })));
  const row = document.createElement('div');
  row.className = 'picture-popover-widths';
  row.role = 'group';
  row.ariaLabel = '宽度';
  row.append(
    ...shares,
    choice('移除', () => remove(), 'picture-popover-remove'),
  );
  dom.append(alt.label, title.label, row);

  const write = (part: Partial<FoundPicture>) => {
    const now = picture();
    if (!now) return;
    const insert = writePicture({ ...now, ...part });
    view.dispatch({
      changes: { from: now.from, to: now.to, insert },
      selection: { anchor: now.from + 2 },
      userEvent: 'input.type',
    });
  };
  const remove = () => {
    const now = picture();
    if (now) view.dispatch({ changes: { from: now.from, to: now.to }, userEvent: 'delete' });
    close();
  };
  alt.input.addEventListener('input', () => write({ alt: alt.input.value }));
  title.input.addEventListener('input', () => write({ title: title.input.value }));
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });

  const show = () => {
    const now = picture();
    if (!now) return;
    if (document.activeElement !== alt.input) alt.input.value = now.alt;
    if (document.activeElement !== title.input) title.input.value = now.title;
    shares.forEach((share, index) => {
      share.ariaPressed = String(widths[index]?.[0] === Math.ceil(now.width / 25) * 25);
    });
  };
  show();
  return { dom, update: show };
}

function field(words: string, hint: string) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.className = 'input';
  input.placeholder = hint;
  label.append(words, input);
  return { label, input };
}

function choice(words: string, act: () => void, look = '') {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `chip ${look}`.trim();
  button.textContent = words;
  button.addEventListener('click', act);
  return button;
}
