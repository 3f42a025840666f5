import type { FileItem } from '@mojian/contract/core/uploads-admin';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Checkbox } from 'antd';
import { dayTime } from '../../platform/day-time.ts';
import { nameOf, stateWords } from './file-words.ts';

export type Look = 'wall' | 'list';

type Props = {
  files: FileItem[];
  look: Look;
  chosen: string[];
  onChoose: (keys: string[]) => void;
  open: (file: FileItem) => void;
};

/** The pictures as a wall or as a list; a click shows one with all that is known of it. */
export function FileGrid({ files, look, chosen, onChoose, open }: Props) {
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <ul className="file-grid" data-look={look}>
      {files.map((file) => (
        <li key={file.key} data-chosen={chosen.includes(file.key)}>
          <button type="button" className="look" onClick={() => open(file)} aria-label={`查看 ${nameOf(file)}`}>
            {file.thumb ? <img src={file.thumb} alt="" loading="lazy" /> : <span className="unseen">还没有公开</span>}
          </button>
          <Checkbox
            className="choose"
            aria-label={`选择 ${nameOf(file)}`}
            checked={chosen.includes(file.key)}
            onChange={() => toggle(file.key)}
          />
          <p className="state" data-kind={file.useCount > 0 ? 'ok' : ''}>
            {stateWords(file)}
          </p>
          <p className="quiet">
            {file.width}×{file.height} · {readableSize(file.bytes)}
            {file.owners[0] && ` · ${file.owners[0].nickname}`}
            {look === 'list' && ` · ${dayTime(file.createdAt)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
