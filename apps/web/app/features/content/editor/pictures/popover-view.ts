import type { EditorView, TooltipView } from '@codemirror/view';
import { type FoundPicture, writePicture } from './picture-syntax.ts';

const widths: [number, string][] = [
  [25, '四分之一'],
  [50, '一半'],
  [75, '四分之三'],
  [100, '全宽'],
];

type Given = { picture: () => FoundPicture | null; close: () => void };

/** The little sheet above a picture in the text. Each change is written into the text at once. */
export function createPopover(view: EditorView, { picture, close }: Given): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'picture-popover float';
  dom.role = 'group';
  dom.ariaLabel = '图片';
  const alt = field('说明', '图里是什么，给看不见的人听');
  const title = field('图注', '写在图下，不写就用说明');
  const shares = widths.map(([width, words]) => choice(words, () => write({ width })));
  const row = document.createElement('div');
  row.className = 'widths';
  row.role = 'group';
  row.ariaLabel = '宽度';
  row.append(
    ...shares,
    choice('移除', () => remove(), 'remove'),
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
