import { toast } from './toast.ts';

/** Copies a text and returns whether it worked. `execCommand` serves pages without HTTPS. */
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
  field.className = 'visually-hidden';
  // within an open dialog, which traps the focus
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

/** Characters up to which a copy stays as it is. */
const quotation = 50;

/** Elements that are copied verbatim: fields, and code, which an appended source line would break. */
const notTexts = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], pre, code, .code';

/** Thanks for a copy of the site's text and appends `sourceLines` to longer ones. */
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

/** Both ends lie in the same code block or field; a selection that only crosses one is text. */
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
