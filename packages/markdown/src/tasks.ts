import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';
import { holdFragment, type RenderState } from './render-state.ts';

const box = /^\[([ xX])\][ \u00a0]/;

/**
 * `- [x] 做完了`. A plain item is `<li><input><span>…</span></li>`; an item that holds more than its line keeps
 * everything beside the box in a `<div>`.
 */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.push('tasks', (state) => {
    state.tokens = markTasks(state.tokens, state.env);
  });
  md.renderer.rules.task_box = (tokens, index, _options, env: RenderState) =>
    holdFragment(env, checkbox(tokens[index]?.info === 'done'));
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

/** What stands around a task's content, nothing if the item is no task. */
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
