import { largestPiece } from '@mojian/contract/operations/piece-rules';
import { isFailure } from '@mojian/contract/platform/failures';

/** `path` of the call that takes the pieces, `onShare` hears how much is there, 0 to 1. */
export type UploadOptions = { path: string; onShare: (share: number) => void; signal: AbortSignal };

/** How much of it the server has. */
export type ChunkReply = { received: number };

/** Carries one piece. @throws Failure with the server's reason, or the signal's when aborted. */
type Send = (address: string, piece: Blob, signal: AbortSignal) => Promise<ChunkReply>;

const maxTries = 5;
const retryDelayMs = 2000;

/** What is said of an upload that broke off on the way. */
export const resumeHint = '已上传的部分保留一天：再选择同一个文件，可以继续上传。';

/** True for an upload that broke off on the way; what was refused is not kept. */
export const isResumable = (error: unknown) => isFailure(error) && error.id === 'unavailable';

/**
 * Sends a file up in pieces; one that got lost on the way is sent again, from where the server stands. The same file sent
 * once more, also after the browser was closed, goes on where it stopped.
 * @throws Failure with the server's reason, or the signal's when aborted.
 * @returns the id of the upload and the last answer.
 */
export async function sendChunks(file: File, { path, onShare, signal }: UploadOptions, send: Send) {
  const id = uploadId(file);
  const at = (from: number) => `${path}?id=${id}&from=${from}&total=${file.size}`;
  for (let from = 0; ; ) {
    const piece = file.slice(from, from + largestPiece);
    const answer = await retry(() => send(at(from), piece, signal), { signal, isFirst: from === 0 });
    // its beginning is gone: once more from there
    from = answer?.received ?? 0;
    onShare(from / file.size);
    if (answer && from >= file.size) return { ...answer, id };
  }
}

/** The same for the same file. */
function uploadId({ name, size, lastModified }: File) {
  const hash = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 32, 7);
  return ['file', size, lastModified, hash].map((part) => part.toString(36)).join('-');
}

type RetryOptions = { signal: AbortSignal; isFirst: boolean };

/** Nothing when the server knows nothing of what came before. */
async function retry(work: () => Promise<ChunkReply>, { signal, isFirst }: RetryOptions) {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (isFailure(error) && error.id === 'stale' && !isFirst) return undefined;
      if (!isResumable(error) || signal.aborted || tries === maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * tries));
    }
}
