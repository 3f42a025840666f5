import { isPlayer, type Replacement, readFrame, readPlayer } from './media.ts';
import { type Admit, holdsCode, isWritable, type Piece, type RawTag } from './raw-html.ts';
import type { RenderState } from './render-state.ts';

/** What becomes of a piece: `show` as the characters it is. */
export type Verdict = 'keep' | 'drop' | 'show' | Replacement;

type Context = { partners: Set<Piece>; admit: Admit; state: RenderState };

/** Elements whose inner tags mean something only to them. */
const structures = new Set('audio datalist math object picture select svg video'.split(' '));

const untagged = { words: 'keep', comment: 'drop', other: 'show' } as const;

/** Judges the pieces of one token, in order. */
export function judge(pieces: Piece[], context: Context): Verdict[] {
  const verdicts: Verdict[] = [];
  let depth = 0; // within structures
  pieces.forEach((piece, index) => {
    if (piece.kind !== 'tag') {
      verdicts[index] ??= untagged[piece.kind];
      return;
    }
    const { tag } = piece;
    const opens = structures.has(tag.name) && context.partners.has(piece);
    if (opens && tag.closes) depth--;
    if (tag.name === 'rp') judgeRp(pieces, index, verdicts);
    verdicts[index] ??=
      judgePlayer(pieces, index, tag, { verdicts, ...context }) ??
      readFrame(tag) ??
      judgeTag(piece, tag, { ...context, depth });
    if (opens && !tag.closes) depth++;
  });
  return verdicts;
}

type PlayerContext = Context & { verdicts: Verdict[] };

/** The player or link for the tag, if it is one; what belongs to it goes. */
function judgePlayer(pieces: Piece[], index: number, tag: RawTag, { verdicts, state }: PlayerContext) {
  const player = isPlayer(tag) ? readPlayer(pieces, index, tag, state) : undefined;
  for (const swallowed of player?.swallowed ?? []) verdicts[swallowed] = 'drop';
  return player?.replacement;
}

function judgeTag(piece: Piece, tag: RawTag, { partners, admit, depth }: Context & { depth: number }): Verdict {
  const isPaired = partners.has(piece);
  if (tag.name === 'rp') return isPaired ? 'drop' : 'show';
  if (isWritable(tag)) {
    if (tag.name === 'details' && !isPaired) return 'show'; // it would fold everything after it
    return admit(tag) ? 'keep' : 'drop';
  }
  if (holdsCode(tag)) return 'show';
  return isPaired || depth > 0 ? 'drop' : 'show';
}

/** Browsers hide what stands in `<rp>`: that may be the bracket of a reading, and no word. */
function judgeRp(pieces: Piece[], index: number, verdicts: Verdict[]): void {
  const [opening, words, closing] = pieces.slice(index, index + 3);
  if (opening?.kind !== 'tag' || opening.tag.closes) return;
  if (words?.kind !== 'words' || closing?.kind !== 'tag') return;
  const isBracket = /^[^\p{L}\p{N}]{1,3}$/u.test(words.source) && closing.tag.name === 'rp' && closing.tag.closes;
  if (isBracket) {
    verdicts[index] = 'keep';
    verdicts[index + 2] = 'keep';
  }
}
