import { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { writePicture } from '@mojian/markdown/write-picture';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { whyNotSent } from '../../../core/uploads/upload.ts';
import { findPictures } from './picture-syntax.ts';

type Props = {
  foreign: string[];
  view: EditorView | null;
  take: FetchPicture;
  onArrived: (picture: Upload) => void;
};

/** Warns that external pictures become links and offers to import them. */
export function ForeignPictures({ foreign, view, take, onArrived }: Props) {
  const [under, setUnder] = useState<{ done: number; all: number }>();
  const [wrong, setWrong] = useState(new Map<string, string>());
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  if (foreign.length === 0 || !view) return null;

  const takeAll = async () => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setUnder({ done: 0, all: foreign.length });
    const onProgress = (done: number) => setUnder({ done, all: foreign.length });
    const refused = await importPictures(view, foreign, { take, onArrived, onProgress, signal });
    if (signal.aborted) return;
    setWrong(refused);
    setUnder(undefined);
  };
  const failed = foreign.filter((url) => wrong.has(url));
  return (
    <div className="foreign-pictures row row-wrap type-small sub" role="status">
      <Icon name="pic" />
      <p>
        {foreign.length} 张图片在别的网站上，读者看到的是链接。
        {failed.length > 0 && !under && (
          <small>
            有 {failed.length} 张保存失败：{wrong.get(failed[0] ?? '')}
          </small>
        )}
      </p>
      <button type="button" className="btn btn-sm" disabled={under !== undefined} onClick={() => void takeAll()}>
        {under ? `正在保存 ${under.done} / ${under.all}` : failed.length > 0 ? '重试' : '保存外站图片'}
      </button>
    </div>
  );
}

export type FetchPicture = (url: string) => Promise<Upload>;

type ImportOptions = {
  take: FetchPicture;
  /** Called after each import; the preview remembers the size. */
  onArrived?: (picture: Upload) => void;
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
};

const atOnce = 2;

/** Imports external pictures through the server and replaces their URLs in the text. Returns the errors by URL. */
export async function importPictures(
  view: EditorView,
  addresses: string[],
  taking: ImportOptions,
): Promise<Map<string, string>> {
  const left = [...new Set(addresses)];
  const wrong = new Map<string, string>();
  let done = 0;
  const work = async () => {
    for (let url = left.shift(); url !== undefined && !taking.signal?.aborted; url = left.shift()) {
      await importPicture(view, url, taking).catch((cause) => wrong.set(url, whyNotSent(cause)));
      done += 1;
      taking.onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wrong;
}

async function importPicture(view: EditorView, url: string, { take, onArrived, signal }: ImportOptions) {
  const picture = await take(url.startsWith('//') ? `https:${url}` : url);
  if (signal?.aborted) return;
  onArrived?.(picture);
  const shown = findPictures(view.state.doc.toString()).filter((one) => one.url === url);
  view.dispatch({
    changes: shown.map((one) => ({ from: one.from, to: one.to, insert: writePicture({ ...one, url: picture.url }) })),
    annotations: Transaction.addToHistory.of(false), // kept out of the undo history
  });
}
