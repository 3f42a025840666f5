import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import { backupPiece } from '@mojian/contract/admin/backup-rules';
import { isFailure } from '@mojian/contract/failures';
import { browser } from '../http-api.ts';

type Answer = { received: number; name: string };
type Options = { onShare: (share: number) => void; signal: AbortSignal };

const triesAtMost = 5;
const pause = 2000;

/**
 * Sends a backup up in pieces; one that got lost on the way is sent again, from where the server stands. The same file
 * chosen once more, also another day, goes on where it stopped. `onShare`: 0 to 1.
 * @throws Failure with the server's reason, or the signal's when aborted.
 * @returns the name the backup has now.
 */
export async function sendBackup(file: File, { onShare, signal }: Options) {
  const id = idOf(file);
  let from = 0;
  let name = '';
  while (name === '') {
    const piece = file.slice(from, from + backupPiece);
    const path = `/v1/admin/backups/upload?id=${id}&from=${from}&total=${file.size}`;
    const answer = await tryAgain(() => send(path, piece, signal), signal);
    from = answer.received;
    name = answer.name;
    onShare(from / file.size);
  }
  return name;
}

/** The same for the same file. */
function idOf({ name, size, lastModified }: File) {
  const hash = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 32, 7);
  return ['backup', size, lastModified, hash].map((part) => part.toString(36)).join('-');
}

async function send(path: string, piece: Blob, signal: AbortSignal) {
  return openEnvelope(await sendFile(browser, path, piece, { signal, patience: 120_000 })) as Answer;
}

async function tryAgain(work: () => Promise<Answer>, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      const isLost = isFailure(error) && error.id === 'unavailable';
      if (!isLost || signal.aborted || tries === triesAtMost) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * tries));
    }
}
