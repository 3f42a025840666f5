import type { EditorView } from '@codemirror/view';
import { writePicture } from '@mojian/markdown/write-picture';
import { iconElement } from '@mojian/ui/drawn-icon';
import { loadPart } from '../../../../ui/load-part.ts';
import { openCard, openedPicture, ownFiles } from './opened-picture.ts';
import {
  divide,
  joined,
  lineWidths,
  type PictureLine,
  readPictureLine,
  rowAround,
  writePictureLine,
} from './picture-lines.ts';
import { partFromRow, swapInRow } from './picture-moves.ts';
import './picture-card.css';

const sizes = { '': 'text', 宽: 'wide', 通栏: 'page', 满屏: 'full' };

/** Width in per cent of the column, narrower than the text. */
const shares: [number, string][] = [
  [25, '四分之一'],
  [50, '一半'],
  [75, '四分之三'],
];

/** Fills the card of a picture; each change is written to the text at once. Returns what shows the picture as it is now. */
export function fillCard(card: HTMLElement, view: EditorView, close: () => void) {
  card.role = 'group';
  card.ariaLabel = '图片';
  const edit = (part: Partial<PictureLine>) => change(view, part);
  const widths = lineWidths.map((lineWidth) =>
    choice(
      lineWidth || '文宽',
      () => edit({ lineWidth, width: 100 }),
      `picture-card-width picture-card-${sizes[lineWidth]}`,
    ),
  );
  const narrow = shares.map(([width, words]) => choice(words, () => edit({ width, lineWidth: '' }), 'chip'));
  const fields = {
    caption: field('题注', '写在图下，不写就用画面', (caption) => edit({ caption })),
    place: field('地点', '可以不写', (place) => edit({ place })),
    alt: field('画面', '图里是什么，给看不见的人听', (alt) => edit({ alt })),
  };
  const acts = actsOf(view, close);
  const bars = group('宽度', 'picture-card-widths', widths);
  card.append(
    bars,
    ...Object.values(fields).map(({ label }) => label),
    group('窄一点', 'picture-card-narrow', narrow),
    group('这一张', 'picture-card-acts', Object.values(acts)),
  );
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  const show = () => {
    const opened = read(view);
    if (!opened) return;
    const { line, picture, row } = opened;
    bars.hidden = !line;
    for (const name of ['caption', 'place', 'alt'] as const)
      if (document.activeElement !== fields[name].input) fields[name].input.value = picture[name];
    widths.forEach((one, index) => {
      one.ariaPressed = String(picture.lineWidth === lineWidths[index] && picture.width >= 100);
    });
    narrow.forEach((one, index) => {
      one.ariaPressed = String(shares[index]?.[0] === Math.ceil(picture.width / 25) * 25);
    });
    acts.swap.hidden = row < 2;
    acts.part.hidden = row < 2;
    // a button that is hidden once it was pressed takes the focus with it
    if (document.activeElement === document.body || (document.activeElement as HTMLElement).hidden) view.focus();
  };
  show();
  return show;
}

/** The open picture, and its line and the number in its row if it has a line of its own. */
function read(view: EditorView) {
  const found = view.state.field(openedPicture);
  if (!found) return undefined;
  const at = view.state.doc.lineAt(found.from);
  const line = readPictureLine(at.text);
  const { alt, url, title, width } = found;
  const picture: PictureLine = line ?? { alt, url, width, ...divide(title), lineWidth: '', isAlone: false };
  const { first, last } = rowAround(view.state.doc, at.number);
  return { found, at, line, picture, row: last - first + 1 };
}

function change(view: EditorView, part: Partial<PictureLine>) {
  const opened = read(view);
  if (!opened) return;
  const { found, at, line, picture } = opened;
  const next = { ...picture, ...part };
  const insert = line ? writePictureLine(next) : writePicture({ ...next, title: joined(next) });
  const range = line ? { from: at.from, to: at.to } : { from: found.from, to: found.to };
  // an inline picture stays open while the caret is in it
  const anchor = line ? range.from : range.from + 2;
  view.dispatch({ changes: { ...range, insert }, selection: { anchor }, userEvent: 'input.type' });
}

function actsOf(view: EditorView, close: () => void) {
  const swap = () => {
    const swapped = swapInRow(view.state, lineNow());
    if (!swapped) return;
    const { changes, to } = swapped;
    view.dispatch({ changes, selection: { anchor: to }, effects: openCard.of(to), userEvent: 'move.line' });
  };
  const part = () => view.dispatch({ changes: partFromRow(view.state, lineNow()), userEvent: 'input' });
  const lineNow = () => read(view)?.at ?? view.state.doc.lineAt(0);
  return {
    swap: choice('换前后', swap, 'picture-card-act', 'replace'),
    part: choice('拆成单张', part, 'picture-card-act', 'minus'),
    other: choice('换一张', () => chooseOther(view), 'picture-card-act', 'refresh'),
    source: choice(
      '原文',
      () => {
        const opened = read(view);
        if (opened) view.dispatch({ selection: { anchor: opened.found.from + 2 } });
        view.focus();
      },
      'picture-card-act',
    ),
    remove: choice(
      '移除',
      () => {
        const opened = read(view);
        if (opened)
          view.dispatch({
            changes: { from: opened.at.from, to: opened.line ? opened.at.to : opened.found.to },
            userEvent: 'delete',
          });
        close();
      },
      'picture-card-act picture-card-remove',
    ),
  };
}

/** Takes another of the member's pictures; the words stay. */
function chooseOther(view: EditorView) {
  const from = read(view)?.found.from;
  const list = view.state.facet(ownFiles)?.list;
  if (from === undefined || !list) return;
  loadPart(
    () => import('./own-pictures.tsx'),
    ({ openOwnPictures }) =>
      openOwnPictures({
        list,
        groups: ['picture'],
        most: 1,
        choose: ([picture]) => {
          view.dispatch({ effects: openCard.of(from) });
          if (picture) change(view, { url: picture.url });
        },
      }),
  );
}

function field(words: string, hint: string, write: (text: string) => void) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.className = 'input';
  input.placeholder = hint;
  input.addEventListener('input', () => write(input.value));
  label.append(words, input);
  return { label, input };
}

function choice(words: string, act: () => void, look: string, icon?: string) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = look;
  if (icon) button.append(iconElement(icon));
  button.append(words);
  button.addEventListener('click', act);
  return button;
}

function group(label: string, look: string, buttons: HTMLElement[]) {
  const row = document.createElement('div');
  row.className = look;
  row.role = 'group';
  row.ariaLabel = label;
  row.append(...buttons);
  return row;
}
