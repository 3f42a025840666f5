import type { EditorView } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { type TakePicture, takeIn } from './take-in.ts';

type Props = {
  /** Addresses of pictures in the text that lie elsewhere. */
  foreign: string[];
  view: EditorView | null;
  take: TakePicture;
  onArrived: (picture: Upload) => void;
};

/** Says that pictures of other sites become links, and offers to take them in. */
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
    const refused = await takeIn(view, foreign, { take, onArrived, onProgress, signal });
    if (signal.aborted) return;
    setWrong(refused);
    setUnder(undefined);
  };
  const failed = foreign.filter((url) => wrong.has(url));
  return (
    <div className="foreign" role="status">
      <Icon name="pic" />
      <p>
        {foreign.length} 张图片在别的网站上，读者看到的是链接。
        {failed.length > 0 && !under && (
          <small>
            有 {failed.length} 张保存失败：{wrong.get(failed[0] ?? '')}
          </small>
        )}
      </p>
      <button type="button" className="btn sm" disabled={under !== undefined} onClick={() => void takeAll()}>
        {under ? `正在保存 ${under.done} / ${under.all}` : failed.length > 0 ? '重试' : '保存外站图片'}
      </button>
    </div>
  );
}
