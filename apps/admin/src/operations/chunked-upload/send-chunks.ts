import { isFailure } from '@mojian/contract/platform/failures';
import { largestPiece } from '@mojian/contract/platform/rules';

/** `path` is the call that takes the chunks; `onShare` gets the share received, 0 to 1. */
export type UploadOptions = { path: string; onShare: (share: number) => void; signal: AbortSignal };

/** Bytes the server has received. */
export type ChunkReply = { received: number };

type Send = (address: string, piece: Blob, signal: AbortSignal) => Promise<ChunkReply>;

const maxTries = 5;
const retryDelayMs = 2000;

export const resumeHint = '已上传的部分保留一天：再选择同一个文件，可以继续上传。';

/** True for an upload that broke off; a refused one is not kept. */
export const isResumable = (error: unknown) => isFailure(error) && error.id === 'unavailable';

/**
 * Uploads a file in chunks, each retried from where the server stands; the same file sent again, even after closing
 * the browser, continues there. @throws Failure with the server's reason, or the signal's when aborted. @returns the
 * upload's id and the last reply.
 */
export async function sendChunks(file: File, { path, onShare, signal }: UploadOptions, send: Send) {
  const id = uploadId(file);
  const at = (from: number) => `${path}?id=${id}&from=${from}&total=${file.size}`;
  for (let from = 0; ; ) {
    const piece = file.slice(from, from + largestPiece);
    const answer = await retry(() => send(at(from), piece, signal), { signal, isFirst: from === 0 });
    // the server lost the beginning: start over
    from = answer?.received ?? 0;
    onShare(from / file.size);
    if (answer && from >= file.size) return { ...answer, id };
  }
}

/** Derives the same id for the same file. */
function uploadId({ name, size, lastModified }: File) {
  const hash = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32, 7);
  return ['file', size, lastModified, hash].map((part) => part.toString(36)).join('-');
}

type RetryOptions = { signal: AbortSignal; isFirst: boolean };

/** Resolves to undefined when the server no longer knows the earlier chunks. */
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
