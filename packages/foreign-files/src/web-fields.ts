import { htmlToText } from './html-text.ts';

/** Plain text of a title or name, which WordPress stores as HTML. */
export function decodeTitle(html: string): string {
  return htmlToText(html.replace(/<(?![a-z/!])/gi, '&lt;'))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The address if it is one of the web, else ''. */
export function webAddress(address: string): string {
  const trimmed = address.trim();
  return /^https?:\/\/[^/]/i.test(trimmed) ? trimmed : '';
}

/** Path with its query, of a whole address or a path; '' of anything else. */
export function pathOf(address: string): string {
  const url = URL.parse(address.trim(), 'http://mojian.invalid');
  if (!url || !/^https?:$/.test(url.protocol) || address.trim() === '') return '';
  return decodePath(url.pathname) + url.search;
}

/** Address by which relative ones in a page of this path are meant; '' for a page named by its query. */
export function folderOf(path: string): string {
  return path.includes('?') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
}

function decodePath(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Oldest time that a blog can hold; earlier ones are the zero of some system. */
const oldest = Date.UTC(1980, 0, 1);
const latest = Date.UTC(2200, 0, 1);

export function plausibleTime(time: number): number | null {
  return time >= oldest && time < latest ? time : null;
}

/** Reads `2024-05-01 12:00:00` as GMT, less the offset; null for `0000-00-00` and what is no date. */
export function readTime(text: string, offset = 0): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour, minute, second] = match.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return plausibleTime(Date.UTC(year, month - 1, day, hour, minute, second) - offset);
}

/** Reads `Tue, 18 Jan 2011 07:40:14 +0000` or an ISO date. */
export function readDate(text: string): number | null {
  const trimmed = text.trim();
  if (!/\d{4}/.test(trimmed) || / -\d{4} \d\d:/.test(trimmed)) return null;
  return plausibleTime(Date.parse(trimmed));
}
