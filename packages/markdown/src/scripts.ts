import type { MarkdownIt } from 'markdown-it';

/** Characters that have signs above or below them; `^` and `~` elsewhere are faces (`^_^`) and drawn-out vowels (`好~`). */
const carrier = /[\p{Script=Latin}\p{Script=Greek}\p{Nd})\]}]/u;
/** `H~2~O`, `x~max~`, `a~n+1~` */
const below = /~([\p{Script=Latin}\p{Script=Greek}\p{Nd}+\-−()]{1,8})~(?!~)/uy;
/** `x^2^`, `10^-3^`, `19^th^`; not `^o^`. */
const above = /\^(?![ovwq]\^)([\p{Script=Latin}\p{Script=Greek}\p{Nd}+\-−*()[\],.]{1,20})\^/iuy;
/** `见^[1]^` of Chinese papers, behind any letter. */
const citation = /\^(\[?\d{1,3}\]?)\^/y;

/** Parses subscripts and superscripts as Pandoc writes them. */
export function scripts(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'scripts', (state, silent) => {
    const sign = state.src[state.pos];
    if (sign !== '~' && sign !== '^') return false;
    const content = scriptAt(state.src, state.pos, state.posMax);
    if (content === undefined) return false;
    if (!silent) {
      const tag = sign === '~' ? 'sub' : 'sup';
      state.push(`${tag}_open`, tag, 1).markup = sign;
      state.push('text', '', 0).content = content;
      state.push(`${tag}_close`, tag, -1).markup = sign;
    }
    state.pos += content.length + 2;
    return true;
  });
}

/** Content of the subscript or superscript whose first sign stands at a position, within one paragraph. */
export function scriptAt(src: string, pos: number, posMax = src.length): string | undefined {
  const before = [...src.slice(Math.max(0, pos - 2), pos)].at(-1) ?? '';
  for (const shape of src[pos] === '~' ? shapesBelow(before) : shapesAbove(before)) {
    shape.lastIndex = pos;
    const content = shape.exec(src)?.[1];
    if (content !== undefined && pos + content.length + 2 <= posMax) return content;
  }
  return undefined;
}

/** `5~10~20` are ranges. */
const shapesBelow = (before: string) => (before === '^' || (carrier.test(before) && !/\d/.test(before)) ? [below] : []);

const shapesAbove = (before: string) => [
  ...(before === '~' || carrier.test(before) ? [above] : []),
  ...(/\p{L}/u.test(before) ? [citation] : []),
];
