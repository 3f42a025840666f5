import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { escapeHtml } from '../escape.ts';
import { holdFragment, type RenderState } from '../render-state.ts';
import { codeFigure } from './code-figure.ts';
import { type FenceInfo, readFenceInfo } from './fence-info.ts';
import { highlight } from './highlight.ts';

/** Fenced and indented code, and diagrams, which stay readable as their source until a script draws them. */
export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'fence_info', (state) => {
    for (const token of state.tokens) {
      if (isCode(token)) token.meta = { info: readFenceInfo(md.utils.unescapeAll(token.info)) } satisfies CodeMeta;
    }
  });
  md.renderer.rules.fence = render;
  md.renderer.rules.code_block = render;
}

type CodeMeta = { info: FenceInfo; coloured?: string[] | undefined };

/** Colours the code of a parsed text; rendering is synchronous, so this comes first. */
export async function colourCode(tokens: Token[]): Promise<void> {
  const blocks = tokens.filter(isCode);
  const coloured = await highlight(
    blocks.map((token) => ({ code: codeOf(token), language: metaOf(token).info.language })),
  );
  blocks.forEach((token, index) => {
    metaOf(token).coloured = coloured[index];
  });
}

function render(tokens: Token[], index: number, _options: unknown, env: RenderState): string {
  const token = tokens[index];
  return token ? `${holdFragment(env, blockHtml(token, env))}\n` : '';
}

function blockHtml(token: Token, state: RenderState): string {
  const { info, coloured } = metaOf(token);
  const code = codeOf(token);
  if (info.language.toLowerCase() !== 'mermaid') return codeFigure(code, info, coloured);
  state.hasDiagram = true;
  return `<figure class="diagram"><pre class="mermaid-source" tabindex="0">${escapeHtml(code)}</pre></figure>`;
}

function isCode({ type }: Token): boolean {
  return type === 'fence' || type === 'code_block';
}

function metaOf(token: Token): CodeMeta {
  return token.meta;
}

function codeOf({ content }: Token): string {
  return content.replace(/\n$/, '');
}
