import type { FileItem } from '@mojian/contract/admin/files';
import type { Page } from '@mojian/contract/fields';
import { App, Empty, Pagination } from 'antd';
import { useState } from 'react';
import { failureWords } from '../failure-words.ts';
import { api } from '../http-api.ts';
import { BatchBar } from '../listing/batch-bar.tsx';
import { FileDetail } from './file-detail.tsx';
import { FileGrid } from './file-grid.tsx';

type Props = {
  page: Page<FileItem>;
  isDemo: boolean;
  turn: (to: { pageNo: string }) => void;
  reload: () => void;
};

const acts = [{ name: 'remove', title: '删除', confirm: '只删没有用到的；删除之后找不回来。确定吗？' }];

/** A page of pictures: chosen ones are removed together, one is looked at by itself. */
export function FileWall({ page, isDemo, turn, reload }: Props) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<string[]>([]);
  const [shown, setShown] = useState<FileItem>();

  const remove = async (keys: string[]) => {
    try {
      const { done, failed } = await api.files.remove({ body: { keys } });
      const why = [...new Set(failed.map((one) => one.why))].join('；');
      if (done > 0) message.success(`删了 ${done} 张`);
      if (failed.length > 0) message.warning(`${failed.length} 张没有删：${why}`);
      setChosen([]);
      setShown(undefined);
      reload();
    } catch (error) {
      message.error(failureWords(error));
    }
  };

  if (page.records.length === 0) return <Empty className="file-wait" description="没有符合条件的" />;
  return (
    <>
      {chosen.length > 0 && (
        <BatchBar
          acts={isDemo ? [] : acts}
          count={chosen.length}
          run={() => remove(chosen)}
          cancel={() => setChosen([])}
        />
      )}
      <FileGrid files={page.records} chosen={chosen} onChoose={setChosen} open={setShown} />
      <Pagination
        className="file-pages"
        current={page.pageNo}
        pageSize={page.pageSize}
        total={page.total}
        align="center"
        hideOnSinglePage
        showSizeChanger={false}
        onChange={(pageNo) => turn({ pageNo: String(pageNo) })}
      />
      {shown && (
        <FileDetail
          file={shown}
          mayChange={!isDemo}
          remove={() => remove([shown.key])}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}
