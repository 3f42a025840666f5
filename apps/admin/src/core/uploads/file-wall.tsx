import type { FileItem } from '@mojian/contract/core/uploads-admin';
import type { Page } from '@mojian/contract/platform/fields';
import { Empty, Pagination } from 'antd';
import { useState } from 'react';
import { BatchBar } from '../../platform/listing/batch-bar.tsx';
import { FileDetail } from './file-detail.tsx';
import { FileGrid, type Look } from './file-grid.tsx';
import { FileHead } from './file-head.tsx';
import { useFileRemoval } from './use-file-removal.ts';

type Props = {
  page: Page<FileItem>;
  isDemo: boolean;
  isFiltered: boolean;
  turn: (to: { pageNo: string }) => void;
  reload: () => void;
};

const acts = [{ name: 'remove', title: '删除', confirm: '只删除未使用的图片；删除之后不能恢复。确定吗？' }];

/** A page of pictures: chosen ones are removed together, one is looked at by itself. */
export function FileWall({ page, isDemo, isFiltered, turn, reload }: Props) {
  const [look, setLook] = useState<Look>('wall');
  const [picked, setPicked] = useState<string[]>([]);
  const [shown, setShown] = useState<FileItem>();
  const { records, pageNo, pageSize, total } = page;
  const chosen = picked.filter((key) => records.some((file) => file.key === key)); // what is not seen is not touched

  const remove = useFileRemoval(() => {
    setPicked([]);
    setShown(undefined);
    const isEmpty = records.every(({ key }) => chosen.includes(key) || key === shown?.key);
    if (isEmpty && pageNo > 1) turn({ pageNo: String(pageNo - 1) });
    else reload();
  });

  if (total === 0)
    return (
      <Empty
        className="file-wait"
        description={isFiltered ? '没有符合条件的图片' : '还没有图片。写文章时贴的、这里上传的，都会在这里'}
      />
    );
  return (
    <>
      {chosen.length > 0 && (
        <BatchBar acts={acts} count={chosen.length} run={() => remove(chosen)} cancel={() => setPicked([])} />
      )}
      <FileHead files={records} chosen={chosen} onChoose={setPicked} look={look} onLook={setLook} />
      <FileGrid files={records} look={look} chosen={chosen} onChoose={setPicked} open={setShown} />
      <Pagination
        className="file-pages"
        current={pageNo}
        pageSize={pageSize}
        total={total}
        align="center"
        hideOnSinglePage
        showSizeChanger={false}
        onChange={(next) => turn({ pageNo: String(next) })}
      />
      {shown && (
        <FileDetail
          file={shown}
          mayChange={!isDemo}
          remove={() => remove([shown.key], shown.useCount > 0)}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}
