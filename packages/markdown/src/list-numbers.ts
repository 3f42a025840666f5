import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

/** Digits from which a number is one the author means: a date or a count, not the `1.` of every item. */
const meant = 4;

type List = { next: number; token: Token; isLong: boolean };

/**
 * Numbers are shown as written from the first long one of a list, though CommonMark counts on from the first item:
 * `20260101. 日记`. Such a list is marked, for its numbers do not fit beside the text.
 */
export function listNumbers(md: MarkdownIt): void {
  md.core.ruler.after('block', 'list_numbers', ({ tokens, env }) => {
    const open: List[] = [];
    const steps: Record<string, (token: Token) => void> = {
      ordered_list_open: (token) => open.push({ next: Number(token.attrGet('start') ?? 1), token, isLong: false }),
      ordered_list_close: () => open.pop(),
      list_item_open: (token) => numberItem(token, token.info ? open.at(-1) : undefined, env.nonce),
    };
    for (const token of tokens) steps[token.type]?.(token);
  });
}

function numberItem(item: Token, list: List | undefined, nonce: string): void {
  if (!list) return;
  if (longNumber(item) && !list.isLong) {
    list.isLong = true;
    list.token.attrSet('class', 'long');
    list.token.attrSet(nonce, '');
  }
  const number = list.isLong ? Number(item.info) : list.next;
  if (number !== list.next) item.attrSet('value', item.info);
  list.next = number + 1;
}

/** The number of a list item, with its sign, if it says more than a place in the list. */
export function longNumber({ type, info, markup }: { type: string; info: string; markup: string }): string {
  return type === 'list_item_open' && info.length >= meant ? info + markup : '';
}
