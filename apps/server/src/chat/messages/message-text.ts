import type { ChatPiece } from '@mojian/contract/chat/messages';
import { withStickerWords } from '@mojian/contract/core/sticker-codes';
import { Failure } from '@mojian/contract/platform/failures';
import { shortLine } from '@mojian/contract/platform/format';
import { isBlank, longestChat } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/text';
import { type Mention, mentionPattern } from '../../content/text/comment-text.ts';
import type { Row } from './messages.queries.ts';

/**
 * A web address up to the first character no address has. Han characters belong to it at the start of a path segment, as in
 * `/wiki/中国`.
 */
const address =
  /(?<![A-Za-z0-9_@./])(?:https?:\/\/|www\.)(?:[-\w.~:/?#@!$&*+,;=%()[\]']|(?<=[/=_-])\p{Script=Han}+)+/giu;
/** Punctuation that ends the sentence rather than the address. */
const ending = /[.,;:!?'*_~]/;

/** Splits a text into plain pieces, web addresses and mentions of the given names. */
export function splitMessage(text: string, mentioned: Mention[] = []): ChatPiece[] {
  return split(text, linksIn(text)).flatMap((piece) =>
    'href' in piece || mentioned.length === 0 ? [piece] : withMentions(piece.text, mentioned),
  );
}

/** Ids of the candidates that a text mentions outside of addresses. */
export function mentionedIds(text: string, candidates: Mention[]) {
  return new Set(splitMessage(text, candidates).flatMap((piece) => ('memberId' in piece ? [piece.memberId] : [])));
}

function withMentions(text: string, mentioned: Mention[]) {
  const idOf = new Map(mentioned.map(({ id, nickname }) => [nickname.toLowerCase(), id]));
  const found = Array.from(text.matchAll(mentionPattern([...idOf.keys()])), (match) => {
    const memberId = idOf.get((match[1] ?? '').toLowerCase());
    return memberId === undefined ? [] : [{ from: match.index, piece: { text: match[0], memberId } }];
  });
  return split(text, found.flat());
}

type Found = { from: number; piece: ChatPiece };

function linksIn(text: string): Found[] {
  return Array.from(text.matchAll(address), ({ index, 0: match }) => {
    const shown = withoutEnding(match);
    const href = hrefOf(shown);
    return href === undefined ? [] : [{ from: index, piece: { text: shown, href } }];
  }).flat();
}

function hrefOf(shown: string) {
  const url = URL.parse(/^www\./i.test(shown) ? `https://${shown}` : shown);
  const hasHost = url !== null && /^[^.]+(\.[^.]+)*\.?$/.test(url.hostname);
  const isNamed = !/^www\./i.test(shown) || /^www\.[^./]+\./i.test(shown);
  return hasHost && isNamed && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** A closing bracket stays if it was opened within the address. */
function withoutEnding(address: string) {
  const unopened = new Map([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
  ]);
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const isExtra = (unopened.get(last) ?? 0) > 0;
    if (!isExtra && !ending.test(last)) break;
    unopened.set(last, (unopened.get(last) ?? 0) - 1);
    end -= 1;
  }
  return address.slice(0, end);
}

function count(text: string, sign: string) {
  return text.split(sign).length - 1;
}

/** The pieces found, with the plain text between them. */
function split(text: string, found: Found[]): ChatPiece[] {
  const pieces: ChatPiece[] = [];
  let at = 0;
  for (const { from, piece } of found) {
    if (from > at) pieces.push({ text: text.slice(at, from) });
    pieces.push(piece);
    at = from + piece.text.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

type LineSource = Pick<Row, 'state' | 'text' | 'picture'>;

const lineLength = 80;

/** Beginning of a text on one line. */
export function oneLine(text: string) {
  return shortLine(withStickerWords(text), lineLength);
}

/** A message as one line of the room list. */
export function roomListLine({ state, text, picture }: LineSource, sender: string, isOwn: boolean) {
  if (state === 'withdrawn') return isOwn ? '你撤回了一条消息' : `${sender} 撤回了一条消息`;
  if (state === 'removed') return '一条消息已被移除';
  return [picture === '' ? '' : '[图片]', oneLine(text)].filter(Boolean).join(' ');
}

/**
 * Cleans a message's text, '' for a picture alone. Its length is counted in code points, as the form does.
 * @throws Failure naming `text` when it is blank or too long.
 */
export function checkMessageText(written: string, hasPicture: boolean) {
  const text = cleanText(written).trim();
  const hasText = !isBlank(text);
  if (!hasText && !hasPicture) throw new Failure('invalid-input', '消息不能为空', 'text');
  if (Array.from(text).length > longestChat)
    throw new Failure('invalid-input', `消息不能超过 ${longestChat} 个字`, 'text');
  return hasText ? text : '';
}
