import { answerTasks } from '../workers/answer-tasks.ts';
import { copyKept } from './copy-kept.ts';
import { draw, icon } from './draw-picture.ts';
import { encode } from './encode-picture.ts';
import { PictureRefused } from './picture-refused.ts';

const tasks = {
  draw,
  icon,
  take: (upload: Uint8Array) => encode(upload).catch(refused),
  copy: (kept: { key: string; bytes: Uint8Array }) => copyKept(kept).catch(refused),
};

export type PictureTasks = typeof tasks;

answerTasks(tasks);

/** A class does not cross between processes. */
function refused(error: unknown) {
  if (!(error instanceof PictureRefused)) throw error;
  return { refused: error.reason };
}
