import { Failure } from '@mojian/contract/platform/failures';
import { askText } from './ask-text.ts';

/** `blocks` leaves room for the longest article in paragraphs of twenty characters. */
const most = { headings: 1000, columns: 100, quoteDepth: 50, notes: 5000, blocks: 120_000 };

/** Refuses what no reader could use and every page would pay for. @throws Failure invalid-input at `markdown`. */
export async function checkStructure(markdown: string) {
  const { headings, columns, quoteDepth, notes, blocks } = await askText('structure', markdown);
  if (headings > most.headings) throw tooMuch(`标题太多：有 ${headings} 个，最多 ${most.headings} 个`);
  if (columns > most.columns) throw tooMuch(`表格太宽：有 ${columns} 列，最多 ${most.columns} 列`);
  if (quoteDepth > most.quoteDepth) throw tooMuch(`引用套得太深：最多 ${most.quoteDepth} 层`);
  if (notes > most.notes) throw tooMuch(`脚注太多：有 ${notes} 处，最多 ${most.notes} 处`);
  if (blocks > most.blocks) throw tooMuch('段落、列表项与表格太多，请拆成几篇');
}

function tooMuch(text: string) {
  return new Failure('invalid-input', text, 'markdown');
}
