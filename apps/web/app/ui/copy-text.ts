import { toast } from './toast.ts';

/** Whether the text reached the clipboard. The old way serves pages that were not sent over HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'vh';
  // within an open dialog, or the dialog would keep the focus from it
  const place = document.querySelector('dialog[open]') ?? document.body;
  const before = document.activeElement as HTMLElement | null;
  place.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus({ preventScroll: true });
  }
}

/** Characters up to which a copy is a quotation and stays as it is. */
const quotation = 50;

/** What is no text of the site: fields, and programs, which a line about their source would keep from running. */
const notTexts = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], pre, code, .code';

/** Thanks whoever copies a text of the site, and adds these lines to longer copies. */
export function sayCopied(event: ClipboardEvent, sourceLines: () => string[]) {
  const selection = getSelection();
  const text = selection?.toString() ?? '';
  if (!selection || !text || !event.clipboardData || isNoText(event.target) || isWithin(selection)) return;

  toast('info', '复制成功,转载请务必保留原文链接!');
  const source = text.trim().length > quotation ? sourceLines() : [];
  if (source.length === 0) return;
  event.clipboardData.setData('text/plain', `${text}\n\n${source.join('\n')}`);
  event.clipboardData.setData('text/html', `${htmlOf(selection)}<hr>${source.map(paragraph).join('')}`);
  event.preventDefault();
}

function isNoText(target: EventTarget | null) {
  return target instanceof Element && target.closest(notTexts) !== null;
}

/** Both ends in one program: a selection that only passes over one is a text. */
function isWithin({ anchorNode, focusNode }: Selection) {
  const code = anchorNode?.parentElement?.closest(notTexts);
  return code?.contains(focusNode) ?? false;
}

function htmlOf(selection: Selection) {
  const holder = document.createElement('div');
  for (let at = 0; at < selection.rangeCount; at++) holder.append(selection.getRangeAt(at).cloneContents());
  return holder.innerHTML;
}

function paragraph(line: string) {
  const holder = document.createElement('p');
  const [label = '', address] = line.split(/(?<=^链接：)/);
  holder.append(label);
  if (address) holder.append(Object.assign(document.createElement('a'), { href: address, textContent: address }));
  return holder.outerHTML;
}
