import type { ChatPiece } from '@mojian/contract/chat/messages';
import { type Mention, mentionPattern } from '../../community/comments/comment-text.ts';

/**
 * An address: what a browser shows of one, up to the first sign that no address has. Chinese within it belongs to it where
 * it begins a part of the path, as in `/wiki/中国`; elsewhere the sentence goes on.
 */
const address =
  /(?<![A-Za-z0-9_@./])(?:https?:\/\/|www\.)(?:[-\w.~:/?#@!$&*+,;=%()[\]']|(?<=[/=_-])\p{Script=Han}+)+/giu;
/** Belongs to the sentence, not to the address it ends with. */
const ending = /[.,;:!?'*_~]/;

/** A text as stretches: plain ones, web addresses, and those of the given names that stand behind an @. */
export function piecesOf(text: string, called: Mention[] = []): ChatPiece[] {
  return split(text, linksIn(text)).flatMap((piece) =>
    'href' in piece || called.length === 0 ? [piece] : withCalls(piece.text, called),
  );
}

/** Whom the text of a message calls: those of some members whose names stand behind an @, outside of addresses. */
export function calledIn(text: string, candidates: Mention[]) {
  return new Set(piecesOf(text, candidates).flatMap((piece) => ('memberId' in piece ? [piece.memberId] : [])));
}

function withCalls(text: string, called: Mention[]) {
  const idOf = new Map(called.map(({ id, nickname }) => [nickname.toLowerCase(), id]));
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

/** A closing bracket stays where it was opened within the address. */
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

/** The text in order: what was found, and plain what lies between. */
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
