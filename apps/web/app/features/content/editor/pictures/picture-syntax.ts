import type { WrittenPicture } from '@mojian/markdown/write-picture';

export type FoundPicture = WrittenPicture & { from: number; to: number };

const syntax =
  /!\[((?:[^\]\\]|\\.)*)\]\(\s*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'))?\s*\)(?:\{\s*width\s*=\s*"?(\d{1,3})%"?\s*\})?/g;

/** Finds all pictures with their positions, including those within code. */
export function findPictures(text: string): FoundPicture[] {
  return [...text.matchAll(syntax)].map(
    ({ 0: whole, 1: alt = '', 2: url = '', 3: double, 4: single, 5: width, index }) => ({
      alt: withoutSlashes(alt),
      url: url.replace(/^<|>$/g, ''),
      title: withoutSlashes(double ?? single ?? ''),
      width: Number(width ?? 100),
      from: index,
      to: index + whole.length,
    }),
  );
}

/** Derives alt text from the file name; empty for generated names. */
export function altFromName(name: string): string {
  const words = name.replace(/\.\w+$/, '').trim();
  const isMade =
    /^(image|img|dsc|pxl|mvimg|screenshot|截屏|截图|屏幕截图|微信图片|mmexport|photo|pasted|wx_)?[\s\d_.()（）-]*$/i;
  return isMade.test(words) || /^[\da-f-]{16,}$/i.test(words) ? '' : words.slice(0, 100);
}

function withoutSlashes(text: string) {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Lists unique URLs of pictures on other hosts, except within code. */
export function listForeign(markdown: string, siteOrigin: string): string[] {
  const addresses = findPictures(withoutCode(markdown)).map(({ url }) => url);
  return [...new Set(addresses)].filter((url) => isForeign(url, siteOrigin));
}

export function isForeign(url: string, siteOrigin: string): boolean {
  const leaves = /^(https?:)?\/\//i.test(url);
  return leaves && URL.parse(url, siteOrigin)?.origin !== siteOrigin;
}

function withoutCode(markdown: string) {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`/g, '');
}
