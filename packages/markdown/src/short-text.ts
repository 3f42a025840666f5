import MarkdownIt from 'markdown-it';
import { autolink } from './autolink.ts';
import { cjkEmphasis } from './cjk-emphasis.ts';
import { cleanText } from './clean.ts';
import { limits } from './limits.ts';
import { mark } from './mark.ts';
import { plainParagraphs } from './plain-paragraphs.ts';
import { createRenderState } from './render-state.ts';
import { sanitize } from './sanitize.ts';
import { topics } from './topics.ts';

export type ShortText = {
  /** Safe HTML: paragraphs, lists, quotations, code, emphasis, links and topics; nothing else. */
  html: string;
  /** Without the #, in order, each once. */
  topics: string[];
};

/** The subset for what people say in passing: no HTML, headings, tables, pictures or formulas; a line break stays one. */
const parser = createParser();

function createParser(): MarkdownIt {
  const md = new MarkdownIt({ html: false, breaks: true });
  md.validateLink = () => true; // judged by the sanitiser, so that the words of a bad link remain
  md.disable(['heading', 'lheading', 'hr', 'table', 'code', 'reference', 'image']);
  return md.use(cjkEmphasis).use(mark).use(autolink).use(topics);
}

/** A say as its readers see it. Pure, and never throws for any source. `siteOrigin`: links to it stay in the tab. */
export function renderShortText(source: string, { siteOrigin }: { siteOrigin?: string } = {}): ShortText {
  const clean = cleanText(source);
  if (clean.length > limits.sourceLength) return { html: plainParagraphs(clean), topics: [] };

  const state = createRenderState(siteOrigin === undefined ? {} : { siteOrigin });
  const tokens = parser.parse(clean, state);
  const said = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'topic');
  return {
    html: cleanText(sanitize(parser.renderer.render(tokens, parser.options, state), state)),
    topics: [...new Set(said.map(({ content }) => content))],
  };
}
