import { WorkerFailed } from '../workers/worker-failed.ts';
import { WorkerProcess } from '../workers/worker-process.ts';
import { PictureRefused } from './picture-refused.ts';
import type { PictureTasks } from './picture-worker.ts';

/**
 * The process in which pictures are decoded, drawn and encoded: 1,500 bytes of AVIF can ask for a gigabyte, which only
 * the end of a process gives back for certain.
 */
export const pictureProcess = new WorkerProcess<PictureTasks>(new URL('./picture-worker.ts', import.meta.url), {
  heap: 96,
  memory: 400,
  seconds: 60,
});

/** Has a picture worked on. @throws PictureRefused when it takes too much time or memory, or too many others wait. */
export async function askPictures<Name extends keyof PictureTasks>(
  name: Name,
  input: Parameters<PictureTasks[Name]>[0],
) {
  try {
    return await pictureProcess.ask(name, input);
  } catch (cause) {
    if (!(cause instanceof WorkerFailed)) throw cause;
    throw new PictureRefused(cause.reason === 'busy' ? 'too-many' : 'too-slow', { cause });
  }
}
