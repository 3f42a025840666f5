import type { WaitingPlace } from '@mojian/contract/operations/imports';
import { App, Button, Drawer, Empty, Result, Spin } from 'antd';
import { useState } from 'react';
import { useAction } from '../../platform/action.ts';
import { Confirm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { Paging } from './paging.tsx';
import { PickArticle, type PickedArticle } from './pick.tsx';
import { reloadImports } from './use-imports.ts';

const pageSize = 20;

/** Number of addresses whose comments wait. */
export function useWaitingTotal() {
  const { answer } = useAnswer(['imports', 'waiting', 'total'], () => api.imports.waiting({ query: { pageSize: 1 } }));
  return answer?.total ?? 0;
}

/** Comments without an article, by their former address: put under an article, or drop. */
export function WaitingDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      open={isOpen}
      size={640}
      onClose={onClose}
      title="等文章的评论"
      rootClassName="waiting-drawer"
      destroyOnHidden
    >
      <Waiting />
    </Drawer>
  );
}

function Waiting() {
  const [pageNo, setPage] = useState(1);
  const { isDemo } = useOffice();
  const { doing, act } = useAction();
  const { answer, failure, reload } = useAnswer(['imports', 'waiting', pageNo], () =>
    api.imports.waiting({ query: { pageNo, pageSize } }),
  );
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (!answer) return <Spin aria-label="正在加载等文章的评论" />;
  if (answer.total === 0) return <Empty description="没有评论在等文章" />;
  return (
    <>
      <div className="waiting-head">
        <p className="quiet">
          它们原来的网址还没有对应的文章，读者看不到。文章搬来之后，每小时会自动找一遍；也可以自己选一篇。
        </p>
        <Button
          loading={doing === 'settle'}
          disabled={isDemo}
          onClick={() => act('settle', () => placeOrDrop(undefined).then(({ placed }) => placedText(placed)))}
        >
          再找一遍
        </Button>
      </div>
      <ul className="rows waiting-list">
        {answer.records.map((place) => (
          <WaitingRow
            key={`${place.origin} ${place.address} ${place.title}`}
            place={place}
            isBusy={doing !== ''}
            act={act}
          />
        ))}
      </ul>
      <Paging pageNo={pageNo} pageSize={pageSize} total={answer.total} onPage={setPage} />
    </>
  );
}

type Decision = { origin: string; address: string; title: string; article: number | null };

async function placeOrDrop(place: Decision | undefined) {
  const reply = await api.imports.settle({ body: place ? { place } : {} });
  await reloadImports();
  return reply;
}

const placedText = (placed: number) => (placed > 0 ? `放好了 ${placed} 条` : '还没有找到它们的文章');

type RowProps = {
  place: WaitingPlace;
  isBusy: boolean;
  act: (name: string, work: () => Promise<string>) => Promise<void>;
};

function WaitingRow({ place, isBusy, act }: RowProps) {
  const { modal } = App.useApp();
  const { isDemo } = useOffice();
  const { origin, address, title, comments, sample } = place;
  const name = address || title || '没有网址的';
  const askAssign = ({ id, title: chosen }: PickedArticle) =>
    modal.confirm({
      title: `放到《${chosen}》下？`,
      icon: null,
      content: `「${name}」的 ${comments} 条评论会出现在这篇文章下。`,
      okText: '放到文章下',
      onOk: () =>
        act('put', async () => placedText((await placeOrDrop({ origin, address, title, article: id })).placed)),
    });
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {[address && title, `${comments} 条`].filter(Boolean).join(' · ')}
          {sample && <q>{sample}</q>}
        </small>
      </div>
      <div className="waiting-list-acts">
        <PickArticle label={`${name}的文章`} placeholder="选一篇文章" value={null} onPick={askAssign} />
        <Confirm
          title={`丢弃这 ${comments} 条评论？`}
          description="丢弃以后不能恢复；再导入同一个文件，它们会再来。"
          okText="丢弃"
          onConfirm={() =>
            act(
              'drop',
              async () => `丢弃了 ${(await placeOrDrop({ origin, address, title, article: null })).dropped} 条`,
            )
          }
        >
          <Button type="text" danger disabled={isBusy || isDemo}>
            丢弃
          </Button>
        </Confirm>
      </div>
    </li>
  );
}
