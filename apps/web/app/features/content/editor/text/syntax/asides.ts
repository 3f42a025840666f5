import { tags } from '@lezer/highlight';
import type { MarkdownConfig } from '@lezer/markdown';
import { asideTag } from './tags.ts';

const container = /^:{3,}[ \t]*(?:(?:note|info|tip|important|warning|caution|danger|details)(?![\w-]).*)?$/i;
const kind = /^\[!\w+\]/;
const reference = /^\[\^[^\]\s]{1,80}\]/;
const bracket = 91;

/** The lines of `::: tip`, the kind in `> [!NOTE]`, and references to notes, `[^1]`. */
export const asides: MarkdownConfig = {
  defineNodes: [
    { name: 'ContainerLine', block: true, style: asideTag },
    { name: 'CalloutKind', style: asideTag },
    { name: 'FootnoteReference', style: tags.link },
  ],
  parseBlock: [
    {
      name: 'ContainerLine',
      before: 'FencedCode',
      parse(cx, line) {
        const text = line.text.slice(line.pos).trimEnd();
        if (!container.test(text)) return false;
        const from = cx.lineStart + line.pos;
        cx.addElement(cx.elt('ContainerLine', from, from + text.length));
        cx.nextLine();
        return true;
      },
      endLeaf: (_, line) => container.test(line.text.slice(line.pos).trimEnd()),
    },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(cx, next, pos) {
        if (next !== bracket) return -1;
        const text = cx.slice(pos, Math.min(cx.end, pos + 90));
        const note = reference.exec(text)?.[0];
        if (note) return cx.addElement(cx.elt('FootnoteReference', pos, pos + note.length));
        const aside = pos === cx.offset ? kind.exec(text)?.[0] : undefined;
        return aside ? cx.addElement(cx.elt('CalloutKind', pos, pos + aside.length)) : -1;
      },
    },
  ],
};
