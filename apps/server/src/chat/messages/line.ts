import type { Row } from './chat.queries.ts';

type Said = Pick<Row, 'state' | 'text' | 'picture'>;

const lineLength = 80;

/** The beginning of a text on one line. */
export function openingOf(text: string) {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return letters.length > lineLength ? `${letters.slice(0, lineLength).join('')}…` : letters.join('');
}

/** A message as one line of a list, for who said it and for others. */
export function lineOf({ state, text, picture }: Said, sender: string, isOwn: boolean) {
  if (state === 'withdrawn') return isOwn ? '你撤回了一条消息' : `${sender} 撤回了一条消息`;
  if (state === 'removed') return '一条消息已被移除';
  return [picture === '' ? '' : '[图片]', openingOf(text)].filter(Boolean).join(' ');
}
