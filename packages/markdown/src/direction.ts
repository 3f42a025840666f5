import type { MarkdownIt } from 'markdown-it';

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Lets blocks that contain Arabic or Hebrew follow the direction of their first letters. */
export function direction(md: MarkdownIt): void {
  md.core.ruler.push('direction', ({ tokens, src }) => {
    if (!rightToLeft.test(src)) return;
    tokens.forEach(({ type, content }, index) => {
      const open = tokens[index - 1];
      if (type === 'inline' && open?.nesting === 1 && rightToLeft.test(content)) {
        const item = open.hidden ? tokens[index - 2] : open; // a tight item's paragraph is not written
        item?.attrSet('dir', 'auto');
      }
    });
  });
}
