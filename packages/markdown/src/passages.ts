/**
 * Replaces each passage from an `opening` to the nearest `closing` behind it, both global patterns. `replace` is given
 * what stands between them and the whole passage. Unlike `opening[\s\S]*?closing`, openings that nothing closes are
 * passed over in one scan: /<pre>[\s\S]*?<\/pre>/g reads the rest of the text again for each of them.
 */
export function replacePassages(
  text: string,
  { opening, closing }: { opening: RegExp; closing: RegExp },
  replace: (inner: string, whole: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { start, innerStart, innerEnd, end } of passagesOf(text, opening, closing)) {
    replaced += text.slice(at, start) + replace(text.slice(innerStart, innerEnd), text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

function* passagesOf(text: string, opening: RegExp, closing: RegExp) {
  for (let from = 0; ; ) {
    opening.lastIndex = from;
    const first = opening.exec(text);
    if (!first) return;
    closing.lastIndex = opening.lastIndex;
    const last = closing.exec(text);
    if (!last) return; // and none for any later opening
    const innerStart = first.index + first[0].length;
    from = closing.lastIndex;
    yield { start: first.index, innerStart, innerEnd: last.index, end: from };
  }
}
