import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { unwrapRedirect } from '@mojian/markdown/redirect-links';
import { toast } from '../../../../ui/toast.ts';
import { readPrefix } from '../text/commands/lists.ts';
import { isVerbatim } from '../text/commands/syntax-at.ts';
import { tableAt } from '../text/table/table.ts';
import { request } from '../text/view-state.ts';
import { keepPasted } from './pasted-file.ts';
import { insertPasted, takeOutMarkdownPictures } from './rich-paste.ts';

/**
 * Pastes plain text that is more than words: a file with front matter goes to the import, embedded pictures become files,
 * and an address that leads over another site's “you are leaving” page is replaced by its target. Offers to turn bare
 * lines into paragraphs.
 */
export const markdownPaste: Extension = Prec.default(
  EditorView.domEventHandlers({
    paste(event, view) {
      const text = (event.clipboardData?.getData('text/plain') ?? '').replaceAll('\r\n', '\n');
      const { state } = view;
      if (state.readOnly || text === '' || isVerbatim(state, state.selection.main.head)) return false;
      const isTaken = takeFile(view, text) || takePictures(view, text) || takeAddress(view, text);
      if (isTaken) event.preventDefault();
      else if (isPlainLines(text) && isInParagraph(view)) offerParagraphs(view, text);
      return isTaken;
    },
  }),
);

function takeFile(view: EditorView, text: string): boolean {
  if (!hasFrontMatter(text)) return false;
  keepPasted(text);
  request('import')(view);
  return true;
}

/** Whether a text begins with fields between `---` or `+++`, as the files of other blogs do. */
export function hasFrontMatter(text: string): boolean {
  const [first = '', ...lines] = text.replace(/^\ufeff/, '').split('\n', 200);
  const fence = /^(---|\+\+\+)[ \t]*$/.exec(first)?.[1];
  const end = lines.findIndex((line) => line.trimEnd() === fence);
  return fence !== undefined && end > 0 && lines.slice(0, end).some((line) => /^["']?[\w-]+["']?\s*[:=]/.test(line));
}

function takePictures(view: EditorView, text: string): boolean {
  if (!text.includes('data:image/')) return false;
  const { rest, files } = takeOutMarkdownPictures(text);
  if (files.size === 0) return false;
  const { from, to } = view.state.selection.main;
  insertPasted(view, { from, to }, rest, files);
  return true;
}

function takeAddress(view: EditorView, text: string): boolean {
  const address = text.trim();
  const target = unwrapRedirect(address);
  if (target === address || !view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(target), { scrollIntoView: true, userEvent: 'input.paste' });
  return true;
}

/** Signs that begin a line of Markdown, or break one. */
const marked = /^\s*(?:#{1,6}\s|[-*+>|]|\d+[.)]\s|```|~~~|!\[|\$\$|:::|<|\[[^\]]*\]:)|(?: {2}|\\)$|^(?: {4}|\t)/;

/** Whether a text has several lines with words right behind each other, and no Markdown. */
export function isPlainLines(text: string): boolean {
  const lines = text.replace(/^\n+|\s+$/g, '').split('\n');
  return lines.length < 5000 && /\S\n\S/.test(text) && !lines.some((line) => marked.test(line));
}

function isInParagraph({ state }: EditorView): boolean {
  const { quote, bullet } = readPrefix(state.doc.lineAt(state.selection.main.head).text);
  return quote === '' && bullet === '' && tableAt(state) === undefined;
}

/** Each line as a paragraph; pairs of line breaks stay. */
export const inParagraphs = (text: string) => text.replace(/(?<=\S)[ \t]*\n(?=[ \t]*\S)/g, '\n\n');

function offerParagraphs(view: EditorView, text: string) {
  const { from } = view.state.selection.main;
  // once the paste is done
  setTimeout(() => {
    const to = from + text.length;
    const isThere = () => view.state.sliceDoc(from, to) === text;
    if (!isThere()) return;
    const run = () => {
      if (!isThere()) return toast('info', '文字已经改过，没有分段');
      const insert = inParagraphs(text);
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.paste',
      });
      view.focus();
    };
    toast('info', '粘贴的几行之间没有空行，发布后会连成一段', { words: '按行分段', run });
  });
}
