/** Without a title the first heading of the first rank is it; one that only repeats the title goes as well. */
export function takeTitle(text: string, title: string) {
  const heading = findHeading(text);
  const repeats = heading?.start === 0 && plainTitle(heading.words) === plainTitle(title);
  if (!heading || (title && !repeats)) return { title, markdown: text };
  return { title: heading.words, markdown: (text.slice(0, heading.start) + text.slice(heading.end)).trim() };
}

/** By lines and not by one pattern: `(.+?)[ \t]*#*[ \t]*$` takes cubic time on a row of spaces. */
function findHeading(text: string) {
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    if (/^#[ \t]/.test(line)) {
      const words = withoutClosing(line.slice(1).trim());
      if (words !== '') return { words, start, end };
    }
    const below = text.slice(end + 1, endOfLine(text, end + 1)).trimEnd();
    if (/^[^#>`\s-]/.test(line) && isUnderline(below)) return { words: line, start, end: end + 1 + below.length };
    start = end + 1;
  }
  return undefined;
}

function endOfLine(text: string, from: number) {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function isUnderline(line: string) {
  return line !== '' && line === '='.repeat(line.length);
}

/** Without the `#` that may close a heading; a heading of nothing else keeps one. */
function withoutClosing(words: string) {
  let end = words.length;
  while (end > 1 && words[end - 1] === '#') end--;
  return words.slice(0, end).trimEnd();
}

/** Room for a title of 200 characters with its links. */
const longestSource = 400;

/** A title as text: without marks, links and anchors. */
export function plainTitle(title: string) {
  return title
    .slice(0, longestSource)
    .replace(/\{#[^{}]*\}$/, '')
    .trimEnd()
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(\*\*|__|`{1,9})(.{1,400}?)\1/g, '$2')
    .trim()
    .slice(0, 200);
}
