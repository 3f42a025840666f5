import { Failure, type FailureId, isFailure } from '@mojian/contract/platform/failures';
import { UnreadableSource } from '@mojian/importers/form';
import { isDiskFull } from '../../platform/db/errors.ts';

/** Result of work in another process, as exceptions lose their class on the way. */
export type ProcessResult<Value> =
  | { value: Value }
  | { unreadable: string }
  | { failure: { id: FailureId; text: string; field: string | undefined } };

/** Runs work and never throws. Whatever a file makes a reader stumble over makes it unreadable from there on. */
export async function resultOf<Value>(work: () => Promise<Value>): Promise<ProcessResult<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (isDiskFull(error)) return { failure: { id: 'disk-full', text: diskFull, field: undefined } };
    if (!isFailure(error)) return { unreadable: whyUnreadable(error) };
    const { id, message: text, field } = error;
    return { failure: { id, text, field } };
  }
}

/** The source may be whole: there is no room to unpack or sort it. */
const diskFull = '磁盘满了，解不开这个文件；请腾出地方，再导入一次';

function whyUnreadable(error: unknown) {
  if (error instanceof UnreadableSource) return error.message;
  if (error instanceof RangeError) return '内容太大，或一层套一层套得太深，读不下去';
  return `读到这里出了意外（${String(error).slice(0, 200)}）`;
}

/** The value of a result. @throws UnreadableSource; Failure */
export function valueIn<Value>(result: ProcessResult<Value>): Value {
  if ('value' in result) return result.value;
  if ('unreadable' in result) throw new UnreadableSource(result.unreadable);
  const { id, text, field } = result.failure;
  throw new Failure(id, text, field);
}
