import { syntaxTree } from '@codemirror/language';
import { type EditorState, Prec, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { isStored, learnShown, shownAddress } from '@mojian/ui/shown-pictures';
import { loadPart } from '../../../../ui/load-part.ts';
import { FileSlip, readFileLine } from '../attachments/file-slip.ts';
import { closeCard, isCode, openCard, openedPicture } from './opened-picture.ts';
import { type PictureLine, readPictureLine, rowAround, rowWords } from './picture-lines.ts';
import { draggedSlips } from './picture-moves.ts';

/** Shows the card beside the open picture. Enter on a slip and Alt+Enter put the focus into it, Escape closes it. */
const card = [
  showTooltip.compute([openedPicture], (state): Tooltip | null => {
    const picture = state.field(openedPicture);
    return picture && { pos: picture.from, above: false, create };
  }),
  Prec.high(
    keymap.of([
      { key: 'Enter', run: openAtCaret },
      { key: 'Alt-Enter', run: enterCard },
      { key: 'Escape', run: close },
    ]),
  ),
];

/** Builds the card's place; what is in it is loaded for the first one. */
function create(view: EditorView) {
  const dom = document.createElement('div');
  dom.className = 'picture-card float';
  let update: (() => void) | undefined;
  loadPart(
    () => import('./picture-card.ts'),
    ({ fillCard }) => {
      update = fillCard(dom, view, () => {
        close(view);
        view.focus();
      });
    },
  );
  return { dom, update: () => update?.() };
}

function close(view: EditorView): boolean {
  if (!view.state.field(openedPicture)) return false;
  view.dispatch({ effects: closeCard.of(null) });
  return true;
}

/** Enter before a slip opens its card; elsewhere it is a new line. */
function openAtCaret(view: EditorView): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const isBefore = main.empty && main.head === line.from && isSlip(view.state, line.from, line.text);
  if (!isBefore || view.state.readOnly) return false;
  view.dispatch({ effects: openCard.of(line.from) });
  return enterCard(view);
}

function enterCard(view: EditorView): boolean {
  if (!view.state.field(openedPicture)) {
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    if (!isSlip(view.state, line.from, line.text)) return false;
    view.dispatch({ effects: openCard.of(line.from) });
  }
  // the card may still be on its way
  const focus = (left: number) => {
    const field = view.dom.querySelector<HTMLElement>('.picture-card input');
    if (field) field.focus();
    else if (left > 0) setTimeout(focus, 50, left - 1);
  };
  focus(40);
  return true;
}

function isSlip(state: EditorState, from: number, text: string) {
  return readPictureLine(text) !== undefined && !isCode(state, from + text.indexOf('!['));
}

/** Draws lines that are pictures as slips, and joins those of a row by a bracket. */
const slips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    atoms: DecorationSet;

    constructor(view: EditorView) {
      [this.decorations, this.atoms] = drawSlips(view);
    }

    update(update: ViewUpdate) {
      const { docChanged, viewportChanged, selectionSet, view } = update;
      if (docChanged || viewportChanged || selectionSet || syntaxTree(update.startState) !== syntaxTree(update.state))
        [this.decorations, this.atoms] = drawSlips(view);
    }
  },
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.atoms ?? Decoration.none),
  },
);

function drawSlips({ state, visibleRanges }: EditorView): [DecorationSet, DecorationSet] {
  const lines: Range<Decoration>[] = [];
  const atoms: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      at = line.to + 1;
      const slip = slipOf(state, line);
      if (!slip) continue;
      const bracket = bracketOf(state, line.number);
      if (bracket) lines.push(bracket.range(line.from));
      atoms.push(Decoration.replace({ widget: slip }).range(line.from, line.to));
    }
  return [Decoration.set([...lines, ...atoms], true), Decoration.set(atoms)];
}

/** Makes the slip of a line that is a picture or a file, unless it is code or being written. */
function slipOf(state: EditorState, line: { from: number; to: number; text: string }) {
  const picture = readPictureLine(line.text);
  const file = picture ? undefined : readFileLine(line.text);
  const start = picture ? line.text.indexOf('![') : 1;
  if ((!picture && !file) || isCode(state, line.from + start) || isWrittenIn(state, line)) return undefined;
  return picture ? new SlipWidget(picture) : file && new FileSlip(file);
}

/** Whether the caret stands within the line: its Markdown is being written. */
function isWrittenIn({ selection }: EditorState, { from, to }: { from: number; to: number }) {
  return selection.ranges.some(({ head }) => head > from && head < to);
}

function bracketOf({ doc }: EditorState, number: number): Decoration | undefined {
  const { first, last } = rowAround(doc, number);
  const count = last - first + 1;
  if (count < 2) return undefined;
  const place = number === first ? 'first' : number === last ? 'last' : 'middle';
  const named: Record<string, string> =
    number === first + Math.floor((count - 1) / 2) ? { 'data-row': rowWords(count) } : {};
  return Decoration.line({ class: `picture-row picture-row-${place}`, attributes: named });
}

class SlipWidget extends WidgetType {
  readonly #picture: PictureLine;

  constructor(picture: PictureLine) {
    super();
    this.#picture = picture;
  }

  override eq(other: SlipWidget) {
    return JSON.stringify(other.#picture) === JSON.stringify(this.#picture);
  }

  override toDOM(view: EditorView) {
    const { alt, caption, place, lineWidth, width, url } = this.#picture;
    const slip = document.createElement('span');
    slip.className = 'picture-slip';
    slip.draggable = true;
    slip.role = 'button';
    slip.ariaLabel = ['图片', caption || alt, lineWidth, place].filter(Boolean).join('，');
    const thumbnail = document.createElement('img');
    Object.assign(thumbnail, { className: 'photo', alt: '', draggable: false });
    void showIn(thumbnail, url);
    slip.append(thumbnail, part('picture-slip-words', caption || alt || '没有说明'));
    const size = lineWidth || (width < 100 ? `${width}%` : '');
    if (size) slip.append(part('picture-slip-note', size));
    if (place) slip.append(part('picture-slip-note', `@${place}`));
    slip.addEventListener('click', () => {
      const from = view.posAtDOM(slip);
      if (!view.state.readOnly) view.dispatch({ selection: { anchor: from }, effects: openCard.of(from) });
    });
    return slip;
  }

  override ignoreEvent(event: Event) {
    return !/^drag|^drop/.test(event.type);
  }
}

/** A picture that is not public is shown by a signed address, one of another site not at all: that would learn who writes. */
async function showIn(thumbnail: HTMLImageElement, url: string) {
  if (!isStored(url)) return;
  if (shownAddress(url) === undefined) await learnShown([url]);
  thumbnail.src = shownAddress(url) ?? url;
}

function part(look: string, words: string) {
  const span = document.createElement('span');
  span.className = look;
  span.textContent = words;
  return span;
}

export const pictureSlips = [openedPicture, card, slips, draggedSlips];
