/** Without a title the first heading of the first rank is it; one that only repeats the title goes as well. */
export function takeTitle(text: string, title: string) {
  const heading = /^(?:#[ \t]+(.+?)[ \t]*#*|([^\n#>`\s-][^\n]*)\n=+)[ \t]*$/m.exec(text);
  const words = heading?.[1] ?? heading?.[2] ?? '';
  const repeats = heading?.index === 0 && plainTitle(words) === plainTitle(title);
  if (!heading || (title && !repeats)) return { title, markdown: text };
  const rest = text.slice(0, heading.index) + text.slice(heading.index + heading[0].length);
  return { title: words, markdown: rest.trim() };
}

/** A title as text: without marks, links and anchors. */
export function plainTitle(title: string) {
  return title
    .replace(/[ \t]*\{#[^{}]*\}$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`+)(.+?)\1/g, '$2')
    .trim()
    .slice(0, 200);
}
