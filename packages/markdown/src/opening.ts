import type { Token } from 'markdown-it';
import { parser } from './parser.ts';
import { cleanText } from './text.ts';

const marker = /^[\s>]*<!--\s*more\s*-->\s*$/i;
const mostBlocks = 3;
const mostCharacters = 300;

type Block = { kind: string; start: number; end: number };

/**
 * Splits a locked article's source at a line `<!-- more -->` outside code; without one, after at most 3 blocks and
 * about 300 characters. A single block stays hidden entirely. Links and notes of the opening that are defined in the
 * rest do not resolve.
 */
export function splitOpening(source: string): { opening: string; rest: string } {
  const text = cleanText(source);
  const lines = text.split('\n');
  const tokens: Token[] = [];
  parser.block.parse(text, parser, {}, tokens);

  const marked = findMarker(lines, tokens);
  const end = offsetOf(lines, marked ?? 0);
  if (marked !== undefined) return part(text, end, end + (lines[marked]?.length ?? 0));
  const opened = endOfOpening(text, lines, topBlocks(tokens));
  return part(text, opened, opened);
}

function part(text: string, end: number, next: number): { opening: string; rest: string } {
  return { opening: text.slice(0, end).trimEnd(), rest: text.slice(next).replace(/^\n+/, '') };
}

function offsetOf(lines: string[], line: number): number {
  return lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
}

function findMarker(lines: string[], tokens: Token[]): number | undefined {
  const inCode = new Set<number>();
  for (const { type, map } of tokens) {
    if (!map || !/^(fence|code_block|math_block)$/.test(type)) continue;
    for (let line = map[0]; line < map[1]; line++) inCode.add(line);
  }
  const found = lines.findIndex((line, index) => marker.test(line) && !inCode.has(index));
  return found < 0 ? undefined : found;
}

function topBlocks(tokens: Token[]): Block[] {
  return tokens
    .filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map !== null)
    .map(({ type, map }) => ({ kind: type, start: map?.[0] ?? 0, end: map?.[1] ?? 0 }));
}

/** Offset of the opening's end: after a whole block, or after a sentence of an overlong paragraph. */
function endOfOpening(text: string, lines: string[], blocks: Block[]): number {
  let opened = 0;
  for (const block of blocks.slice(0, Math.min(mostBlocks, blocks.length - 1))) {
    const end = offsetOf(lines, block.end);
    if (end > mostCharacters) {
      const start = offsetOf(lines, block.start);
      const sentences = /^.*[。！？!?]/s.exec(text.slice(start, Math.max(start, mostCharacters)))?.[0] ?? '';
      return block.kind === 'paragraph_open' && sentences ? start + sentences.length : opened;
    }
    opened = end;
  }
  return opened;
}
