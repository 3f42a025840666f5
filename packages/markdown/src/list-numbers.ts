import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

/** Digits from which a number is one the author means: a date or a count, not the `1.` of every item. */
const meant = 4;

/** Long numbers of items are shown as written, though CommonMark counts on from the first: `20260101. 日记`. */
export function listNumbers(md: MarkdownIt): void {
  md.core.ruler.after('block', 'list_numbers', ({ tokens }) => {
    const next: number[] = [];
    const steps: Record<string, (token: Token) => void> = {
      ordered_list_open: (token) => next.push(Number(token.attrGet('start') ?? 1)),
      ordered_list_close: () => next.pop(),
      list_item_open: (token) => token.info && next.push(numberItem(token, next.pop() ?? 1) + 1),
    };
    for (const token of tokens) steps[token.type]?.(token);
  });
}

function numberItem(token: Token, counted: number): number {
  if (!longNumber(token)) return counted;
  const number = Number(token.info);
  if (number !== counted) token.attrSet('value', token.info);
  return number;
}

/** The number of a list item, with its sign, if it says more than a place in the list. */
export function longNumber({ type, info, markup }: { type: string; info: string; markup: string }): string {
  return type === 'list_item_open' && info.length >= meant ? info + markup : '';
}
