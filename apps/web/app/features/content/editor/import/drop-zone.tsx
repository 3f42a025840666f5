import { Icon } from '@mojian/ui/icon';
import { useRef, useState } from 'react';

const kinds = '.md,.markdown,.txt,.zip';

/** Where a file is dropped, or chosen. */
export function DropZone({ refusal, take }: { refusal: string | undefined; take: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takeFirst = (files: FileList | null | undefined) => files?.[0] && take(files[0]);
  return (
    <div className="sheet-body">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; its button does the same by keyboard */}
      <div
        className="drop-zone"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          takeFirst(event.dataTransfer.files);
        }}
      >
        <Icon name="box" />
        <p>把文件拖到这里</p>
        <button type="button" className="btn seal-b" onClick={() => input.current?.click()}>
          选择文件
        </button>
        <input
          ref={input}
          type="file"
          accept={kinds}
          aria-label="Markdown 文件"
          hidden
          onChange={({ target }) => takeFirst(target.files)}
        />
        <p className="hint">.md、.markdown、.txt，或装着一篇 Markdown 与图片的 .zip，不超过 20 MB</p>
      </div>
      {refusal && (
        <p className="err" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
