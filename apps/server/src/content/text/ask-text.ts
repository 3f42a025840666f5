import { Failure } from '@mojian/contract/platform/failures';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import type { TextTasks } from './text-worker.ts';

/**
 * The process in which members' texts are parsed and rendered, whatever is in them. 160 MB of heap are enough for the
 * longest article; colouring code takes a thread more.
 */
const textProcess = new WorkerProcess<TextTasks>(new URL('./text-worker.ts', import.meta.url), {
  heap: 160,
  memory: 400,
  seconds: 20,
});

/**
 * Has a text worked on in the text process.
 * @throws Failure invalid-input at `field` for a text that takes too much time or memory, too-many-requests when too
 * many texts wait.
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

function refusal({ reason }: WorkerFailed, field: string) {
  if (reason === 'busy') return new Failure('too-many-requests', '正在处理的正文太多，请过一会儿再试', undefined, 10);
  return new Failure('invalid-input', '正文的排版太复杂，没能处理完，请拆成几篇或简化后再试', field);
}
