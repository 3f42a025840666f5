import type { FileItem } from '@mojian/contract/core/uploads';
import { shortKey } from './file-text.ts';

/** Shows a picture, or the poster of another file, else its ending. */
export function FileFace({ file }: { file: FileItem }) {
  const length = file.seconds > 0 && <small>{clock(file.seconds)}</small>;
  if (file.thumb)
    return (
      <>
        <img src={file.thumb} alt="" loading="lazy" data-group={file.group} />
        {length}
      </>
    );
  if (file.group === 'picture') return <span className="quiet">还没有公开</span>;
  return (
    <>
      <b>{file.key.slice(file.key.lastIndexOf('.') + 1).toUpperCase()}</b>
      {length}
    </>
  );
}

/** Pages or length of another file, size of a picture; ends with a dot where there is something. */
export function measureOf({ group, width, height, pages, seconds }: FileItem) {
  if (group === 'picture') return width > 0 && `${width}×${height} · `;
  if (pages > 0) return `${pages} 页 · `;
  return seconds > 0 && `${clock(seconds)} · `;
}

/** Such as 1:42. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A file in its drawer: seen, heard, or to be downloaded. */
export function FileShown({ file: { url, group, name, width, height, ...file } }: { file: FileItem }) {
  if (!url) return <p className="quiet">没有公开用到它，只有上传的人看得到</p>;
  // biome-ignore lint/a11y/useMediaCaption: a recording as its uploader left it has no words of its own
  if (group === 'sound') return <audio src={url} controls preload="none" aria-label={name} />;
  const film = { src: url, poster: file.thumb || undefined, width: 430 };
  if (group === 'film') return <video {...film} controls preload="none" aria-label={name} />;
  if (group === 'document')
    return (
      <>
        {file.thumb && <img src={file.thumb} alt={`${name}的第一页`} />}
        <a href={url}>下载 {name}</a>
      </>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" title="看原图">
      <img src={url} width={width} height={height} alt={`图片 ${shortKey(file)}`} />
    </a>
  );
}
