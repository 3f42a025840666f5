import type { Message } from './message.ts';

/** A writing that a follower wants: a say, the picture they sent, a piece of today's draft; or the last one taken back. */
export type Command = { kind: 'say' | 'picture' | 'draft' | 'undo'; text: string; pictureUrl: string };

const written = /^\s*(说|草稿)(?:[\s:：,，]+|$)/u;
const undo = /^[\s\p{P}]*撤回[\s\p{P}]*$/u;
const kinds: Record<string, Command['kind']> = { 说: 'say', 草稿: 'draft' };

/** Reads a command; undefined for anything else. A word without a text is a command, to be answered with how it is used. */
export function readCommand({ MsgType, Content = '', PicUrl = '' }: Message): Command | undefined {
  if (MsgType === 'image') return { kind: 'picture', text: '', pictureUrl: PicUrl };
  if (MsgType !== 'text') return undefined;
  if (undo.test(Content)) return { kind: 'undo', text: '', pictureUrl: '' };
  const [head, word = ''] = written.exec(Content) ?? [];
  const kind = kinds[word];
  if (head === undefined || kind === undefined) return undefined;
  return { kind, text: Content.slice(head.length).trim(), pictureUrl: '' };
}
