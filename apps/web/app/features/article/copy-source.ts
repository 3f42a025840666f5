import type { ArticleInfo } from '@mojian/contract/articles';
import type { SiteInfo } from '@mojian/contract/site';
import { toast } from '../../ui/toast.ts';

/** Characters up to which a copy is a quotation and stays as it is. */
const quotation = 50;

/** Thanks whoever copies from the text, and adds the source to longer copies. */
export function watchCopying(body: HTMLElement, article: ArticleInfo, site: SiteInfo, signal: AbortSignal) {
  const onCopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    const text = selection?.toString() ?? '';
    if (!selection || !text || !event.clipboardData) return;

    toast('info', '复制成功,转载请务必保留原文链接!');
    if (text.trim().length <= quotation || isCode(selection)) return;
    const source = sourceLines(article, site);
    event.clipboardData.setData('text/plain', `${text}\n\n${source.join('\n')}`);
    event.clipboardData.setData('text/html', `${htmlOf(selection)}<hr>${source.map(paragraph).join('')}`);
    event.preventDefault();
  };
  body.addEventListener('copy', onCopy, { signal });
}

function sourceLines({ path, title, author, original }: ArticleInfo, site: SiteInfo) {
  return [
    `${original ? '作者' : '转载'}：${author.nickname}`,
    `来源：${site.name}《${title}》`,
    `链接：${site.url}${path}`,
  ];
}

/** A program with a line about its source at the end would not run. */
function isCode(selection: Selection) {
  const code = selection.anchorNode?.parentElement?.closest('.code');
  return code?.contains(selection.focusNode) ?? false;
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
