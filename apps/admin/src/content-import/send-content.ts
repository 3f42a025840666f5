import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import { contentPiece } from '@mojian/contract/admin/content-rules';
import { isFailure } from '@mojian/contract/failures';
import { browser } from '../http-api.ts';

type Options = { onShare: (share: number) => void; signal: AbortSignal };

const triesAtMost = 5;
const pause = 2000;

/**
 * Sends a zip up in pieces; one that got lost on the way is sent again, from where the server stands. `onShare`: 0 to 1.
 * @throws Failure with the server's reason, or the signal's when aborted.
 * @returns the number of the upload.
 */
export async function sendContent(file: File, { onShare, signal }: Options) {
  const id = crypto.randomUUID();
  for (let from = 0; from < file.size; ) {
    const path = `/v1/admin/content/upload?id=${id}&from=${from}&total=${file.size}`;
    from = await sendPiece(path, file.slice(from, from + contentPiece), signal);
    onShare(from / file.size);
  }
  return id;
}

/** How much the server has. */
async function sendPiece(path: string, piece: Blob, signal: AbortSignal): Promise<number> {
  for (let tries = 1; ; tries += 1)
    try {
      const envelope = await sendFile(browser, path, piece, { signal, patience: 120_000 });
      return (openEnvelope(envelope) as { received: number }).received;
    } catch (error) {
      const isLost = isFailure(error) && error.id === 'unavailable';
      if (!isLost || signal.aborted || tries === triesAtMost) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * tries));
    }
}
