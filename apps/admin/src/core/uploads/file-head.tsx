import type { FileItem } from '@mojian/contract/core/uploads-admin';
import { Checkbox, Segmented } from 'antd';
import type { Look } from './file-grid.tsx';

const looks = [
  { value: 'wall', label: '图墙' },
  { value: 'list', label: '列表' },
] satisfies { value: Look; label: string }[];

type Props = {
  files: FileItem[];
  chosen: string[];
  onChoose: (keys: string[]) => void;
  look: Look;
  onLook: (look: Look) => void;
};

/** Above the pictures: all of this page at once, and how they are laid out. */
export function FileHead({ files, chosen, onChoose, look, onLook }: Props) {
  const isAll = files.every(({ key }) => chosen.includes(key));
  return (
    <div className="file-head">
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => onChoose(isAll ? [] : files.map(({ key }) => key))}
      >
        选择本页
      </Checkbox>
      <Segmented aria-label="排列" size="small" options={looks} value={look} onChange={onLook} />
    </div>
  );
}
