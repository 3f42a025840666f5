import { readTypes } from '@mojian/contract/rules';
import type { RenderOptions } from '@mojian/markdown';

export type PictureSize = NonNullable<RenderOptions['pictureSize']>;

export type Rendered = Awaited<ReturnType<typeof renderArticle>>;

type Source = { markdown: string; summary?: string | undefined; readType?: number | undefined };

/**
 * Everything an article's row keeps of its text. Whatever may be shown to all comes from the opening alone, which is
 * the whole text only when the article is free.
 */
export async function renderArticle(
  { markdown, summary, readType = readTypes.free }: Source,
  { siteUrl, pictureSize }: { siteUrl: string; pictureSize?: PictureSize | undefined },
) {
  // Loaded when needed: a process that only serves does not carry highlighting and formulas in memory.
  const { renderMarkdown, splitOpening, summarize } = await import('@mojian/markdown');
  const render = (source: string) =>
    renderMarkdown(source, { siteOrigin: new URL(siteUrl).origin, ...(pictureSize && { pictureSize }) });

  const whole = await render(markdown);
  const opening = readType === readTypes.free ? whole : await render(splitOpening(markdown).opening);

  return {
    html: whole.html,
    openingHtml: opening.html,
    headings: JSON.stringify(whole.headings),
    openingHeadings: JSON.stringify(opening.headings),
    hasDiagram: Number(whole.hasDiagram),
    words: whole.words,
    summary: summary || summarize(opening.prose),
    openingText: opening.text,
  };
}
