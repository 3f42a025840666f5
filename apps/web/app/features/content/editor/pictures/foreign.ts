import { findPictures } from './picture-syntax.ts';

/** Addresses of a text's pictures that lie on other hosts, each once; those written in code are none. */
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
