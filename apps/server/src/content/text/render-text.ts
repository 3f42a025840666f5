import { readTypes } from '@mojian/contract/platform/rules';
import { type Picture, renderMarkdown, searchableText, splitOpening, summarize } from '@mojian/markdown';
import { countSource } from '@mojian/markdown/count-source';
import { structureOf } from '@mojian/markdown/structure';

/** Runs in the text process alone. `pictureSizes` by the pictures' addresses. */
export type TextToRender = {
  markdown: string;
  summary?: string | undefined;
  readType?: number | undefined;
  siteUrl: string;
  pictureSizes?: ReadonlyMap<string, Picture> | undefined;
};

/** UTF-16 units of HTML: some references to one long address would become gigabytes. */
const longestHtml = 8_000_000;

/**
 * Everything an article's row keeps of its text. Whatever may be shown to all comes from the opening alone, which is
 * the whole text only when the article is free. Nothing for a text whose HTML is beyond all measure.
 */
export async function renderText({
  markdown,
  summary,
  readType = readTypes.free,
  siteUrl,
  pictureSizes,
}: TextToRender) {
  const render = (source: string) =>
    renderMarkdown(source, {
      siteOrigin: new URL(siteUrl).origin,
      ...(pictureSizes && { pictureSize: (address: string) => pictureSizes.get(address) }),
    });

  const whole = await render(markdown);
  const opening = readType === readTypes.free ? whole : await render(openingOf({ markdown, readType }));
  if (whole.html.length > longestHtml) return undefined;

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

/** The part anyone may read: nothing of what is its author's alone. */
function openingOf({ markdown, readType }: { markdown: string; readType: number }) {
  return readType === readTypes.onlyAuthor ? '' : splitOpening(markdown).opening;
}

/** The site's words about itself. */
export async function renderAbout({ text, siteUrl }: { text: string; siteUrl: string }) {
  const { html, hasDiagram } = await renderMarkdown(text, { siteOrigin: new URL(siteUrl).origin });
  return html.length > longestHtml ? undefined : { html, hasDiagram };
}

/** What the search finds an article by: all of it, or the opening of one that not everybody may read. */
export function searchText({ markdown, readType }: { markdown: string; readType: number }) {
  return searchableText(readType === readTypes.free ? markdown : openingOf({ markdown, readType }));
}

/** As its page counts them, and the editor while it is written. */
export function words(markdown: string) {
  return { count: countSource(markdown) };
}

export function structure(markdown: string) {
  return structureOf(markdown);
}
