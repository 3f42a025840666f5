import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { inlineText } from './inline-text.ts';
import type { RenderState } from './render-state.ts';

// `{#id}` as VitePress and Pandoc have it, `{/*id*/}` as React's documentation has it
const customId = /(?<![ \t])[ \t]*\{(?:#([^{}\s]+)|\/\*\s*([^{}\s*]+)\s*\*\/)\}[ \t]*$/;

/** Gives every heading an id and lists the outer h2 and h3. The page's h1 is its title, so a body's h1 becomes h2. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'heading_id', (state) => {
    state.tokens.forEach((token, index, tokens) => {
      if (token.type === 'heading_open') takeCustomId(token, tokens[index + 1]);
    });
  });
  md.core.ruler.push('headings', (state) => {
    state.tokens.forEach((token, index, tokens) => {
      if (token.type === 'heading_open') nameHeading(token, tokens[index + 1]?.children ?? [], state.env);
      if (token.type.startsWith('heading_') && token.tag === 'h1') token.tag = 'h2';
    });
  });
}

function takeCustomId(heading: Token, content: Token | undefined): void {
  const match = customId.exec(content?.content.slice(-200) ?? '');
  if (!match || !content) return;
  content.content = content.content.slice(0, -match[0].length);
  heading.meta = { id: match[1] ?? match[2] };
}

function nameHeading(heading: Token, children: Token[], env: RenderState): void {
  const text = inlineText(children).trim();
  const id = env.ids.take(heading.meta?.id ?? text);
  heading.attrSet('id', id);
  heading.attrSet(env.nonce, '');
  const listed = heading.level === 0 && text !== '';
  if (listed && (heading.tag === 'h1' || heading.tag === 'h2')) env.headings.push({ id, text, level: 2 });
  if (listed && heading.tag === 'h3') env.headings.push({ id, text, level: 3 });
}
