import { isVoid, type Piece } from './raw-html.ts';

/** The pieces of one token. `standsAlone`: its tags stand in a block of HTML, and may hold the Markdown after it. */
type Text = { pieces: Piece[]; standsAlone: boolean };

/**
 * The tags that open or close with another one: within their own line, or around whole blocks when the opening tag
 * stands in a block of its own.
 */
export function findPartners(texts: Text[]): Set<Piece> {
  const partners = new Set<Piece>();
  const around: Open = new Map();
  for (const { pieces, standsAlone } of texts) {
    const within: Open = standsAlone ? around : new Map();
    for (const piece of pieces) pairUp(piece, { partners, within, around });
  }
  return partners;
}

/** Opening tags that wait for their partner, by name. */
type Open = Map<string, Piece[]>;

function pairUp(
  piece: Piece,
  { partners, within, around }: { partners: Set<Piece>; within: Open; around: Open },
): void {
  if (piece.kind !== 'tag' || isVoid(piece.tag) || piece.tag.empty) return;
  const { name, closes } = piece.tag;
  const open = within.get(name) ?? [];
  within.set(name, open);
  if (!closes) open.push(piece);
  const opener = closes ? (open.pop() ?? around.get(name)?.pop()) : undefined;
  if (opener) partners.add(opener).add(piece);
}
