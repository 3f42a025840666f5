/** Widths of the smaller copies of a picture, in pixels. One hardly narrower than the picture itself is not made. */
export const copyWidths = [480, 960, 1600];
/** Width of the widest stored picture. */
const widest = 2000;
/** Widest column of an article's text, in CSS pixels. */
const column = 760;

/**
 * `srcset` of one of our pictures, signed or not; undefined for another address. It names every copy: the address of one
 * that was not made is answered with the picture itself.
 */
export function pictureSet(address: string): string | undefined {
  const [, start, ending] = /^(\/files\/[0-9a-f]{2}\/[0-9a-f]{32})(\.webp(?:\?\S*)?)$/.exec(address) ?? [];
  if (start === undefined) return undefined;
  return [...copyWidths.map((width) => `${start}-${width}${ending} ${width}w`), `${address} ${widest}w`].join(', ');
}

/** Offers the smaller copies of the pictures in an article's HTML; `sizes` that a tag has stay. */
export function offerCopies(html: string) {
  if (!html.includes('/files/')) return html;
  return html.replace(/<img [^<>]*>/g, (tag) => {
    const set = tag.includes(' srcset=') ? undefined : pictureSet(/ src="([^"]*)"/.exec(tag)?.[1] ?? '');
    if (set === undefined) return tag;
    const sizes = tag.includes(' sizes=') ? '' : ` sizes="${sizesOf(tag)}"`;
    return `<img srcset="${set}"${sizes}${tag.slice('<img'.length)}`;
  });
}

/** `sizes` by the width and the class that the author gave a picture. */
function sizesOf(tag: string) {
  const width = Math.min(column, Number(/ width="(\d+)"/.exec(tag)?.[1] ?? column));
  const percent = Number(/ class="[^"]*\bw-(25|50|75)\b/.exec(tag)?.[1] ?? 100);
  const shown = Math.round(percent === 100 ? width : (column * percent) / 100);
  return `(max-width: ${Math.round((shown * 100) / percent)}px) ${percent}vw, ${shown}px`;
}
