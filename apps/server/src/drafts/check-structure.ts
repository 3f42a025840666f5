import { Failure } from '@mojian/contract/failures';

const most = { headings: 1000, columns: 100, quoteDepth: 50 };

/** Refuses what no reader could use and every page would pay for. @throws Failure invalid-input at `markdown`. */
export async function checkStructure(markdown: string) {
  const { structureOf } = await import('@mojian/markdown/structure');
  const { headings, columns, quoteDepth } = structureOf(markdown);
  if (headings > most.headings) throw tooMuch(`标题太多：有 ${headings} 个，最多 ${most.headings} 个`);
  if (columns > most.columns) throw tooMuch(`表格太宽：有 ${columns} 列，最多 ${most.columns} 列`);
  if (quoteDepth > most.quoteDepth) throw tooMuch(`引用套得太深：最多 ${most.quoteDepth} 层`);
}

function tooMuch(text: string) {
  return new Failure('invalid-input', text, 'markdown');
}
