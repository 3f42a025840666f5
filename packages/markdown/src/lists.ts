import type { MarkdownIt } from 'markdown-it';
import { stateOf, Token, write } from './markdown-it.ts';
import { type RenderState, storeFragment } from './render-state.ts';

/** Digits from which a list number is meant literally, such as a date, unlike `1.` before every item. */
const meant = 4;

type List = { next: number; token: Token; isLong: boolean };

/**
 * Shows numbers as written from the first long one of a list, though CommonMark counts on from the first item:
 * `20260101. 日记`. The list is marked, since its numbers do not fit beside the text.
 */
export function listNumbers(md: MarkdownIt): void {
  md.core.ruler.after('block', 'list_numbers', ({ tokens, env }) => {
    const { nonce } = stateOf(env);
    const open: List[] = [];
    const steps: Record<string, (token: Token) => void> = {
      ordered_list_open: (token) => open.push({ next: Number(token.attrGet('start') ?? 1), token, isLong: false }),
      ordered_list_close: () => open.pop(),
      list_item_open: (token) => numberItem(token, token.info ? open.at(-1) : undefined, nonce),
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

/** Returns the number of a list item with its delimiter, if it is meant literally. */
export function longNumber({ type, info, markup }: { type: string; info: string; markup: string }): string {
  return type === 'list_item_open' && info.length >= meant ? info + markup : '';
}

const box = /^\[([ xX])\][ \u00a0]/;

/**
 * Parses `- [x] 做完了`. A plain item is `<li><input><span>…</span></li>`; a longer one keeps everything beside the box in
 * a `<div>`.
 */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.push('tasks', (state) => {
    state.tokens = markTasks(state.tokens, stateOf(state.env));
  });
  write(md, {
    task_box: (tokens, index, state) => storeFragment(state, checkbox(tokens[index]?.info === 'done')),
  });
}

function markTasks(tokens: Token[], env: RenderState): Token[] {
  const lists: Token[] = [];
  const endings: Token[][] = [];
  const changes: Record<string, (token: Token, index: number) => Token[]> = {
    list_item_open: (token, index) => {
      const item = readTask(tokens.slice(index, index + 5));
      endings.push(item?.after ?? []);
      if (item) markList(lists.at(-1), env);
      return [token, ...(item?.before ?? [])];
    },
    list_item_close: (token) => [...(endings.pop() ?? []), token],
  };
  return tokens.flatMap((token, index) => {
    if (token.type.endsWith('_list_open')) lists.push(token);
    if (token.type.endsWith('_list_close')) lists.pop();
    return changes[token.type]?.(token, index) ?? [token];
  });
}

function markList(list: Token | undefined, env: RenderState): void {
  list?.attrSet('class', 'tasks');
  list?.attrSet(env.nonce, '');
}

/** Markup around a task's content; undefined for other items. */
function readTask([, paragraph, content, , next]: Token[]): { before: Token[]; after: Token[] } | undefined {
  const first = content?.type === 'inline' ? content.children?.[0] : undefined;
  const match = box.exec(first?.type === 'text' ? first.content : '');
  if (!match || !first || !content) return undefined;

  first.content = first.content.slice(match[0].length);
  const input = new Token('task_box', 'input', 0);
  input.info = match[1] === ' ' ? '' : 'done';
  if (!paragraph?.hidden || next?.type !== 'list_item_close') {
    return { before: [input, new Token('task_open', 'div', 1)], after: [new Token('task_close', 'div', -1)] };
  }
  const children = content.children ?? [];
  content.children = [input, new Token('task_open', 'span', 1), ...children, new Token('task_close', 'span', -1)];
  return { before: [], after: [] };
}

function checkbox(done: boolean): string {
  return `<input type="checkbox"${done ? ' checked' : ''} disabled aria-label="${done ? '已完成' : '未完成'}">`;
}
