import { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { whyNotSent } from '../../../core/uploads/why-not-sent.ts';
import { findPictures, writePicture } from './picture-syntax.ts';

export type TakePicture = (url: string) => Promise<Upload>;

export type Taking = {
  take: TakePicture;
  /** Hears of each that came, so that the preview knows its size. */
  onArrived?: (picture: Upload) => void;
  /** Hears after each picture how many are through. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
};

const atOnce = 2;

/**
 * Has the server fetch pictures that lie elsewhere, and writes their new addresses wherever the text shows them by then.
 * What cannot be had stays as it is. Answers with why, by address.
 */
export async function takeIn(view: EditorView, addresses: string[], taking: Taking): Promise<Map<string, string>> {
  const left = [...new Set(addresses)];
  const wrong = new Map<string, string>();
  let done = 0;
  const work = async () => {
    for (let url = left.shift(); url !== undefined && !taking.signal?.aborted; url = left.shift()) {
      await takeOne(view, url, taking).catch((cause) => wrong.set(url, whyNotSent(cause)));
      done += 1;
      taking.onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wrong;
}

async function takeOne(view: EditorView, url: string, { take, onArrived, signal }: Taking) {
  const picture = await take(url.startsWith('//') ? `https:${url}` : url);
  if (signal?.aborted) return;
  onArrived?.(picture);
  const shown = findPictures(view.state.doc.toString()).filter((one) => one.url === url);
  view.dispatch({
    changes: shown.map((one) => ({ from: one.from, to: one.to, insert: writePicture({ ...one, url: picture.url }) })),
    annotations: Transaction.addToHistory.of(false), // a step back is for what the writer did
  });
}
