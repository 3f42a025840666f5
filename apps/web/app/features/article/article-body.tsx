/** The text itself. `sealed` is a locked article's opening, which fades out. */
export function ArticleBody({ html, sealed }: { html: string; sealed: boolean }) {
  const look = sealed ? 'prose sealed' : startsWithLetter(html) ? 'prose capped' : 'prose';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/markdown, which lets only safe elements through
  return <div className={look} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Whether the text may open with a drop cap: a paragraph that begins with two letters, so that no punctuation hangs
 * on the first, and is long enough to stand beside it.
 */
export function startsWithLetter(html: string) {
  const opening = /^<p>(\p{L}[\p{L}\p{N}].*?)<\/p>/su.exec(html)?.[1];
  return opening !== undefined && opening.replace(/<[^<>]*>/g, '').length > 60;
}
