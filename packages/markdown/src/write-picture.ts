/** Picture in Markdown. `width` in percent of the column; 100 is omitted. */
export type WrittenPicture = { alt: string; url: string; title: string; width: number };

export function writePicture({ alt, url, title, width }: WrittenPicture): string {
  const caption = title === '' ? '' : ` "${oneLine(title).replace(/["\\]/g, '\\$&')}"`;
  const share = width >= 100 ? '' : `{width=${width}%}`;
  return `![${oneLine(alt).replace(/[[\]\\]/g, '\\$&')}](${writeAddress(url)}${caption})${share}`;
}

/** Spells an address for inside the round brackets of a link or picture. */
export function writeAddress(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url;
}

function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim();
}
