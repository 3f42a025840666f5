import { Failure, type FailureId } from '@mojian/contract/platform/failures';

/** Why a file was not taken, in the words its sender reads. */
export function fileRefused(text: string, id: FailureId = 'invalid-input') {
  return new Failure(id, text, 'file');
}
