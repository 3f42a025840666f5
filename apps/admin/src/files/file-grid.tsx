import type { FileItem } from '@mojian/contract/admin/files';
import { Checkbox } from 'antd';
import { readableSize } from '../readable-size.ts';
import { stateWords } from './file-words.ts';

type Props = {
  files: FileItem[];
  chosen: string[];
  onChoose: (keys: string[]) => void;
  open: (file: FileItem) => void;
};

/** The pictures as a wall; a click shows one with all that is known of it. */
export function FileGrid({ files, chosen, onChoose, open }: Props) {
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <ul className="file-grid">
      {files.map((file) => (
        <li key={file.key} data-chosen={chosen.includes(file.key)}>
          <button type="button" className="look" onClick={() => open(file)} aria-label={`查看 ${nameOf(file)}`}>
            <img src={file.thumb} alt="" loading="lazy" />
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
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The beginning of its key: enough to tell it from others. */
export function nameOf({ key }: FileItem) {
  return key.slice(3, 11);
}
