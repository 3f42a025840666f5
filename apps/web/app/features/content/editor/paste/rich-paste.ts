import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { toast } from '../../../../ui/toast.ts';
import { type FetchPicture, importPictures } from '../pictures/foreign-pictures.tsx';
import { addPending, createPending } from '../pictures/pending-pictures.ts';
import { imageFiles } from '../pictures/picture-intake.ts';
import { findPictures, isForeign } from '../pictures/picture-syntax.ts';

type PasteDeps = {
  /** Fetches an external picture through the server. */
  take: FetchPicture;
  onArrived?: (picture: Upload) => void;
};

type PasteRange = { from: number; to: number };

/** Pastes formatted text as Markdown in one undoable step; plain text with Ctrl+Shift+V and within code. */
export function richPaste(deps: PasteDeps): Extension {
  const waiting = ViewPlugin.define(() => ({ ranges: new Set<PasteRange>(), update: follow }));
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (view.state.readOnly || !hasFormat(html) || isFromCodeEditor(event.clipboardData, html) || isInCode(view))
        return false;
      if (imageFiles(event.clipboardData).length > 0 || isLinkForSelection(view, text)) return false;
      if (isTooLarge(html)) {
        toast('warning', '粘贴的内容太大，只保留了文字');
        return false;
      }
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      const range = { from, to };
      view.plugin(waiting)?.ranges.add(range);
      void insertConverted(view, html, text, range, deps).finally(() => view.plugin(waiting)?.ranges.delete(range));
      return true;
    },
  });
  return [waiting, Prec.high(handlers)];
}

/** Maps pending ranges through edits while the converter loads. */
function follow(this: { ranges: Set<PasteRange> }, { docChanged, changes }: ViewUpdate) {
  if (!docChanged) return;
  for (const range of this.ranges) {
    range.from = changes.mapPos(range.from, 1);
    range.to = Math.max(range.from, changes.mapPos(range.to, -1));
  }
}

async function insertConverted(view: EditorView, html: string, text: string, range: PasteRange, deps: PasteDeps) {
  const { rest, files } = takeOutPictures(html);
  const markdown = await convert(rest).catch((error) => {
    console.warn('粘贴的内容没有转成 Markdown', error);
    return text;
  });
  insertPasted(view, range, markdown, files);
  const lost = html.match(/<(?:img|v:imagedata)\b[^<>]*?\ssrc\s*=\s*["']?file:/gi)?.length ?? 0;
  if (lost > 0) toast('warning', `有 ${lost} 张图片在原来的文件里，没有一起粘贴过来，请另外插入`);
  await takeForeign(view, markdown, deps);
}

/** Inserts Markdown with its pictures, which are uploaded, in one undoable step. */
export function insertPasted(view: EditorView, range: PasteRange, markdown: string, files: Map<string, File>) {
  const { before, pieces, after } = layOutPaste(view.state, range, markdown, files);
  const insert = before + pieces.text + after;
  const at = range.from + before.length;
  view.dispatch({
    changes: { from: range.from, to: range.to, insert },
    selection: { anchor: range.from + insert.length },
    effects: addPending.of(pieces.pictures.map(({ file, offset }) => createPending(file, at + offset))),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

async function convert(html: string) {
  const [{ toMarkdown }, { mendTags }, { inertStyles }] = await Promise.all([
    import('@mojian/markdown/from-html/to-markdown'),
    import('@mojian/markdown/from-html/mend-tags'),
    import('@mojian/markdown/from-html/inert-styles'),
  ]);
  return toMarkdown(new DOMParser().parseFromString(inertStyles(mendTags(html)), 'text/html'));
}

async function takeForeign(view: EditorView, markdown: string, { take, onArrived }: PasteDeps) {
  const foreign = findPictures(markdown)
    .map(({ url }) => url)
    .filter((url) => isForeign(url, location.origin));
  if (foreign.length === 0) return;
  toast('info', `正在保存 ${new Set(foreign).size} 张图片`);
  const wrong = await importPictures(view, foreign, { take, ...(onArrived && { onArrived }) });
  if (wrong.size > 0) toast('warning', `有 ${wrong.size} 张图片保存失败，暂时保留为链接`);
}

/** Whether a URL is pasted over a selection, which `linkOverSelection` handles. */
function isLinkForSelection({ state }: EditorView, text: string): boolean {
  return !state.selection.main.empty && /^https?:\/\/\S+$/.test(text.trim());
}

function isInCode({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  for (let node = syntaxTree(state).resolveInner(head, -1); ; ) {
    if (/Code/.test(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}

/** Longest HTML converted, in UTF-16 units without embedded pictures. */
const most = 1_500_000;
const mostElements = 10_000;

const formatting =
  /<(a\s|img|h[1-6]|[uo]l\b|li\b|table|strong|b\b|em\b|i\b|blockquote|pre|code|p\b|hr|del|s\b|mark|math|aside|section|span[^>]*(?:font-weight|katex))/i;

/** Lines of chat windows and notes, which have no other format: a single one is only the box around the words. */
const lines = /<(?:div|br)\b/gi;

export function hasFormat(html: string): boolean {
  return formatting.test(html) || (html.match(lines)?.length ?? 0) > 1;
}

export function isTooLarge(html: string): boolean {
  if (html.length <= most) return (html.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
  const text = html.replace(/data:image\/[^"'\s)]+/g, '');
  return text.length > most || (text.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
}

/** Whether the HTML is highlighted code from a code editor. */
function isFromCodeEditor(data: DataTransfer | null, html: string): boolean {
  if (data?.types.includes('vscode-editor-data')) return true;
  return /^[^<]*(?:<(?:html|head|body|meta)[^>]*>|<!--[^>]*-->|\s)*<(?:div|pre)[^>]*font-family:[^"]*(?:mono|consolas|menlo|courier)[^"]*white-space:\s*pre/i.test(
    html.slice(0, 3000),
  );
}

/** Extracts data URLs as files and replaces them with `pasted:0`, `pasted:1`, … */
export function takeOutPictures(html: string): { rest: string; files: Map<string, File> } {
  return takeOut(html, /(\ssrc\s*=\s*["']?)data:(image\/(?:png|jpe?g|gif|webp|avif|bmp));base64,([a-z\d+/=\s%]+)/gi);
}

const definition = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?(pasted:\d+)>?[ \t]*(?:"[^"\n]*")?[ \t]*(?:\n|$)/gm;

/** Extracts data URLs of pictures in Markdown; those defined at the end of the text are written where they are shown. */
export function takeOutMarkdownPictures(markdown: string): { rest: string; files: Map<string, File> } {
  const { rest, files } = takeOut(
    markdown,
    /(\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)data:(image\/(?:png|jpe?g|gif|webp|avif|bmp));base64,([a-z\d+/=%]+)/gim,
  );
  const defined = new Map([...rest.matchAll(definition)].map(([, name = '', url = '']) => [name.toLowerCase(), url]));
  const shown = rest
    .replace(definition, '')
    .replace(/!\[([^\]\n]*)\](?:\[([^\]\n]*)\])?(?!\()/g, (whole, alt: string, name?: string) => {
      const url = defined.get((name || alt).toLowerCase());
      return url ? `![${alt}](${url})` : whole;
    });
  return { rest: shown.replaceAll(/\(\s*<(pasted:\d+)>/g, '($1'), files };
}

function takeOut(text: string, pattern: RegExp): { rest: string; files: Map<string, File> } {
  const files = new Map<string, File>();
  const rest = text.replace(pattern, (whole, before: string, type: string, content: string) => {
    const file = fileOf(content, type, files.size);
    if (!file) return whole;
    const name = `pasted:${files.size}`;
    files.set(name, file);
    return before + name;
  });
  return { rest, files };
}

function fileOf(content: string, type: string, index: number): File | undefined {
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(content).replace(/\s/g, '')), (one) => one.charCodeAt(0));
    return new File([bytes], `image-${index + 1}.${type.slice(6)}`, { type });
  } catch {
    return undefined; // invalid base64
  }
}

type Piece = { file: File; offset: number };

/** Computes the blank lines around pasted Markdown, its text, and the offsets of pictures. */
export function layOutPaste(
  state: EditorState,
  range: { from: number; to: number },
  markdown: string,
  files: Map<string, File>,
) {
  const first = state.doc.lineAt(range.from);
  const last = state.doc.lineAt(range.to);
  const isBlock = markdown.includes('\n') || /^(#{1,6} |[-*>|] ?|\d+\. |!\[)/.test(markdown);
  const hasBefore = state.sliceDoc(first.from, range.from).trim() !== '';
  const hasAfter = state.sliceDoc(range.to, last.to).trim() !== '';
  return {
    before: isBlock && hasBefore ? '\n\n' : '',
    pieces: withoutFiles(markdown, files),
    after: isBlock && (hasAfter || endsInTable(markdown)) ? '\n\n' : '',
  };
}

/** Whether the text ends in a table, which would absorb the next line. */
function endsInTable(markdown: string): boolean {
  return /(?:^|\n)\|.*\|$/.test(markdown);
}

/** Removes pictures still to be uploaded from the text and returns their offsets. */
function withoutFiles(markdown: string, files: Map<string, File>): { text: string; pictures: Piece[] } {
  const pictures: Piece[] = [];
  let text = '';
  let from = 0;
  for (const picture of findPictures(markdown)) {
    const file = files.get(picture.url);
    if (!file) continue;
    text += markdown.slice(from, picture.from);
    pictures.push({ file, offset: text.length });
    from = picture.to;
  }
  return { text: text + markdown.slice(from), pictures };
}
