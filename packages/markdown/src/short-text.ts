import Engine, { type MarkdownIt, type StateInline } from 'markdown-it';
import { autolink, cjkEmphasis, mark } from './inline.ts';
import { limits } from './limits.ts';
import { write } from './markdown-it.ts';
import { createRenderState } from './render-state.ts';
import { sanitize } from './sanitize.ts';
import { cleanText, escapeHtml, plainParagraphs } from './text.ts';

type ShortText = {
  /** Safe HTML: paragraphs, lists, quotations, code, emphasis, links and topics; nothing else. */
  html: string;
  /** Distinct topics in order, without the #. */
  topics: string[];
};

/** Parser for short texts: no HTML, headings, tables, pictures or formulas; line breaks are kept. */
const parser = createParser();

function createParser(): MarkdownIt {
  const md = new Engine({ html: false, breaks: true });
  md.validateLink = () => true; // judged by the sanitiser, so that the words of a bad link remain
  md.disable(['heading', 'lheading', 'hr', 'table', 'code', 'reference', 'image']);
  return md.use(cjkEmphasis).use(mark).use(autolink).use(topics);
}

/** Renders a say. Pure; never throws. `siteOrigin`: links to it open in the same tab. */
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

const hash = 0x23;

// `#话题#` may join words with dots and dashes; `#话题` ends with the word and needs a letter, so that #1 stays a number
const topic =
  /#([\p{L}\p{M}\p{N}_·・\-—]{1,30})#|#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]{1,30})(?![\p{L}\p{M}\p{N}_#])/uy;

/** After these characters `#` belongs to a word or an address, as in `C#` and `/page#top`. */
const within = /[\p{Script=Latin}\p{N}#&/\\.?=%+@_-]$/u;

/** Turns `#写字#` and `#写字` into topics, except in code and link texts. */
export function topics(md: MarkdownIt): void {
  md.inline.ruler.push('topic', readTopic);
  write(md, {
    topic: (tokens, index, { nonce }) =>
      `<span class="topic" ${nonce}="">${escapeHtml(tokens[index]?.markup ?? '')}</span>`,
  });
}

function readTopic(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== hash || state.linkLevel || isWithin(state)) return false;
  topic.lastIndex = state.pos;
  const match = topic.exec(state.src);
  if (!match) return false;
  if (!silent) {
    const token = state.push('topic', '', 0);
    token.content = match[1] ?? match[2] ?? '';
    token.markup = match[0];
  }
  state.pos += match[0].length;
  return true;
}

function isWithin({ src, pos, pending, tokens }: StateInline): boolean {
  const followsTopic = pending === '' && tokens.at(-1)?.type === 'topic';
  return !followsTopic && within.test(src.slice(Math.max(0, pos - 2), pos));
}
