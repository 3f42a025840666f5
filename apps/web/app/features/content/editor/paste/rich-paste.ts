import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { toast } from '../../../../ui/toast.ts';
import { addComing } from '../pictures/coming.ts';
import { comingAt } from '../pictures/coming-picture.ts';
import { picturesOf } from '../pictures/dropped-pictures.ts';
import { isForeign } from '../pictures/foreign.ts';
import { findPictures } from '../pictures/picture-syntax.ts';
import { type TakePicture, takeIn } from '../pictures/take-in.ts';
import { takeOutPictures } from './data-pictures.ts';
import { hasFormat, isTooLarge, saysCode } from './judge.ts';
import { layOut } from './lay-out.ts';

type Parts = {
  /** Has the server fetch a picture of another site. */
  take: TakePicture;
  onArrived?: (picture: Upload) => void;
};

type Waiting = { from: number; to: number };

/**
 * Text with its formatting, as Word, WeChat, Notion, Yuque and web pages put it on the clipboard, comes in as Markdown,
 * in one step that can be taken back. With Ctrl+Shift+V, and within code, it comes in as plain text.
 */
export function richPaste(parts: Parts): Extension {
  const waiting = ViewPlugin.define(() => ({ ranges: new Set<Waiting>(), update: follow }));
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!hasFormat(html) || saysCode(event.clipboardData, html) || isInCode(view)) return false;
      if (picturesOf(event.clipboardData).length > 0 || isLinkForSelection(view, text)) return false;
      if (isTooLarge(html)) {
        toast('warning', '粘贴的内容太大，只保留了文字');
        return false;
      }
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      const range = { from, to };
      view.plugin(waiting)?.ranges.add(range);
      void bring(view, html, text, range, parts).finally(() => view.plugin(waiting)?.ranges.delete(range));
      return true;
    },
  });
  return [waiting, Prec.high(handlers)];
}

/** The converter is fetched for the first paste: until then its place moves along with the text. */
function follow(this: { ranges: Set<Waiting> }, { docChanged, changes }: ViewUpdate) {
  if (!docChanged) return;
  for (const range of this.ranges) {
    range.from = changes.mapPos(range.from, 1);
    range.to = Math.max(range.from, changes.mapPos(range.to, -1));
  }
}

async function bring(view: EditorView, html: string, text: string, range: Waiting, parts: Parts) {
  const { rest, files } = takeOutPictures(html);
  const markdown = await convert(rest).catch((error) => {
    console.warn('粘贴的内容没有转成 Markdown', error);
    return text;
  });
  const { before, pieces, after } = layOut(view.state, range, markdown, files);
  const insert = before + pieces.text + after;
  const at = range.from + before.length;
  view.dispatch({
    changes: { from: range.from, to: range.to, insert },
    selection: { anchor: range.from + insert.length },
    effects: addComing.of(pieces.pictures.map(({ file, offset }) => comingAt(file, at + offset))),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  await takeForeign(view, markdown, parts);
}

async function convert(html: string) {
  const { toMarkdown } = await import('./convert.ts');
  return toMarkdown(new DOMParser().parseFromString(html, 'text/html'));
}

async function takeForeign(view: EditorView, markdown: string, { take, onArrived }: Parts) {
  const foreign = findPictures(markdown)
    .map(({ url }) => url)
    .filter((url) => isForeign(url, location.origin));
  if (foreign.length === 0) return;
  toast('info', `正在保存 ${new Set(foreign).size} 张图片`);
  const wrong = await takeIn(view, foreign, { take, ...(onArrived && { onArrived }) });
  if (wrong.size > 0) toast('warning', `有 ${wrong.size} 张图片保存失败，暂时保留为链接`);
}

/** An address pasted over words becomes their link, which the editor itself sees to. */
function isLinkForSelection({ state }: EditorView, text: string): boolean {
  return !state.selection.main.empty && /^https?:\/\/\S+$/.test(text.trim());
}

/** Whether the caret stands in code, where everything is meant as it is written. */
function isInCode({ state }: EditorView): boolean {
  const { head } = state.selection.main;
  for (let node = syntaxTree(state).resolveInner(head, -1); ; ) {
    if (/Code/.test(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}
