import { Failure } from '@mojian/contract/platform/failures';
import { countWords } from '@mojian/markdown/words';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import type { TextTasks } from './text-worker.ts';

/**
 * Process that parses and renders members' texts. 160 MB of heap hold the longest article; highlighting needs one more
 * thread.
 */
const textProcess = new WorkerProcess<TextTasks>(new URL('./text-worker.ts', import.meta.url), {
  heap: 160,
  memory: 400,
  seconds: 20,
});

/**
 * Runs a task in the text process.
 * @throws Failure invalid-input at `field` beyond time or memory; too-many-requests when the process is busy
 */
export async function askText<Name extends keyof TextTasks>(
  name: Name,
  input: Parameters<TextTasks[Name]>[0],
  field = 'markdown',
): Promise<NonNullable<Awaited<ReturnType<TextTasks[Name]>>>> {
  try {
    const answer = await textProcess.ask(name, input);
    if (answer === undefined) throw new WorkerFailed('large');
    return answer as NonNullable<typeof answer>;
  } catch (error) {
    throw error instanceof WorkerFailed ? refusal(error, field) : error;
  }
}

const outOfMemory = '机器的内存不够，正文没能处理，请腾出内存再试';

function refusal({ reason }: WorkerFailed, field: string) {
  if (reason === 'busy') return new Failure('too-many-requests', '服务器正忙着处理正文，请过一会儿再试', undefined, 10);
  if (reason === 'killed') return new Failure('unavailable', outOfMemory, field);
  return new Failure('invalid-input', '正文的排版太复杂，没能处理完，请拆成几篇或简化后再试', field);
}

/** `blocks` allows the longest article in paragraphs of twenty characters. */
const most = { headings: 1000, columns: 100, quoteDepth: 50, notes: 5000, fences: 3000, blocks: 120_000 };

/** Refuses structures too complex to render. @throws Failure invalid-input at `markdown` */
export async function checkStructure(markdown: string) {
  const { headings, columns, quoteDepth, notes, fences, blocks } = await askText('structure', markdown);
  if (headings > most.headings) throw tooMuch(`标题太多：有 ${headings} 个，最多 ${most.headings} 个`);
  if (columns > most.columns) throw tooMuch(`表格太宽：有 ${columns} 列，最多 ${most.columns} 列`);
  if (quoteDepth > most.quoteDepth) throw tooMuch(`引用套得太深：最多 ${most.quoteDepth} 层`);
  if (notes > most.notes) throw tooMuch(`脚注太多：有 ${notes} 处，最多 ${most.notes} 处`);
  if (fences > most.fences) throw tooMuch(`代码块太多：有 ${fences} 个，最多 ${most.fences} 个`);
  if (blocks > most.blocks) throw tooMuch('段落、列表项与表格太多，请拆成几篇');
}

function tooMuch(text: string) {
  return new Failure('invalid-input', text, 'markdown');
}

/** Characters; longer sources are counted unparsed. */
const longestParsed = 200_000;

/** Counts words as the page does; falls back to the raw source when the text process fails. */
export async function countText(markdown: string): Promise<number> {
  if (markdown.length > longestParsed) return countWords(markdown);
  return askText('words', markdown).then(
    ({ count }) => count,
    () => countWords(markdown),
  );
}
