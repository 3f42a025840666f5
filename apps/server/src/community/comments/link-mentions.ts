export type Mention = { id: number; nickname: string };

/** After these an @ belongs to an address. */
const notWithin = '(?<![A-Za-z0-9_@.+-])';
/** A name in Latin letters does not end within a word. */
const wordEnd = '(?![A-Za-z0-9_])';

/** Makes the names of members that follow an @ links to them, but for those within links and code. Takes and gives safe HTML. */
export function linkMentions(html: string, mentions: Mention[]) {
  if (mentions.length === 0) return html;
  const idOf = new Map(mentions.map(({ id, nickname }) => [escapeText(nickname).toLowerCase(), id]));
  const pattern = mentionPattern([...idOf.keys()]);
  let within = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<(a|code|pre)\b/.test(part)) within += 1;
      else if (/^<\/(a|code|pre)>/.test(part)) within -= 1;
      else if (within === 0 && !part.startsWith('<'))
        return part.replace(pattern, (at, name: string) => linkTo(idOf.get(name.toLowerCase()), at));
      return part;
    })
    .join('');
}

/** Finds an @ and the name behind it; of two names that begin alike, the longer. */
export function mentionPattern(names: string[]) {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return new RegExp(`${notWithin}@(${longestFirst.map(patternOf).join('|')})`, 'giu');
}

/** Who is mentioned in the HTML of a comment. */
export function mentionedIn(html: string) {
  return [...new Set([...html.matchAll(/<a class="mention" href="\/user\/(\d+)">/g)].map(([, id]) => Number(id)))];
}

function linkTo(id: number | undefined, at: string) {
  return id === undefined ? at : `<a class="mention" href="/user/${id}">${at}</a>`;
}

function patternOf(name: string) {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return /[a-z0-9_]$/i.test(name) ? literal + wordEnd : literal;
}

/** As the renderer writes text. */
function escapeText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
