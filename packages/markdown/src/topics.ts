import type MarkdownIt from 'markdown-it';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';
import { escapeHtml } from './escape.ts';
import type { RenderState } from './render-state.ts';

const hash = 0x23;

// `#话题#` may join words with dots and dashes; `#话题` ends with the word and needs a letter, so that #1 stays a number
const topic =
  /#([\p{L}\p{M}\p{N}_·・\-—]{1,30})#|#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]{1,30})(?![\p{L}\p{M}\p{N}_#])/uy;

/** After these `#` belongs to a word or an address, as in `C#` and `/page#top`. */
const within = /[\p{Script=Latin}\p{N}#&/\\.?=%+@_-]$/u;

/** `#写字#` and `#写字` become topics, but for those in code and in the words of a link. */
export function topics(md: MarkdownIt): void {
  md.inline.ruler.push('topic', readTopic);
  md.renderer.rules.topic = (tokens, index, _options, env: RenderState) =>
    `<span class="topic" ${env.nonce}="">${escapeHtml(tokens[index]?.markup ?? '')}</span>`;
}

/** `linkLevel` is how deep in links the text is: markdown-it counts it, and its types leave it out. */
function readTopic(state: StateInline & { linkLevel?: number }, silent: boolean): boolean {
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
