import type { OwnSeries as OwnOne } from '@mojian/contract/content/series';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { OwnCommentsWaiting } from '../../members/members/own-comments-waiting.tsx';
import { OwnSeriesCard } from './own-series-card.tsx';
import { SeriesDialog } from './series-dialog.tsx';
import '../../members/members/own-comments.css';
import './own-series.css';

type Props = { userId: number; mayWrite: boolean; calls: CallsOf<'series'> };

/** What lies open over the list. */
type Opened = { what: 'new' } | { what: 'edit' | 'dissolve'; series: OwnOne };

/** A member's own series, and all that can be done with them. */
export function OwnSeries({ userId, mayWrite, calls: { series: calls } }: Props) {
  const { data, failed, again } = useLoaded(`series of ${userId}`, () => calls.mine());
  const [opened, setOpened] = useState<Opened>();
  const { send } = useSending();
  if (!data) return failed ? <NotLoaded again={again} /> : <OwnCommentsWaiting />;
  const close = () => setOpened(undefined);
  const dissolve = async ({ id, name }: OwnOne) => {
    close();
    if (await send(() => calls.remove({ query: { id } }))) toast('success', `「${name}」已删除，文章都还在`);
    again();
  };
  return (
    <div className="own-series">
      {mayWrite && data.length > 0 && <Begin open={() => setOpened({ what: 'new' })} />}
      {data.length === 0 ? (
        <Empty title="还没有专栏">
          <p>写成一串的文章，可以装订成册，让人从头读起。</p>
          {mayWrite && <Begin open={() => setOpened({ what: 'new' })} />}
        </Empty>
      ) : (
        <ul>
          {data.map((one) => (
            <OwnSeriesCard
              key={one.id}
              series={one}
              reorder={(articleIds) => calls.update({ body: { id: one.id, articleIds } })}
              again={again}
              edit={() => setOpened({ what: 'edit', series: one })}
              dissolve={() => setOpened({ what: 'dissolve', series: one })}
            />
          ))}
        </ul>
      )}
      {opened?.what === 'new' && (
        <SeriesDialog title="新建专栏" save={(body) => calls.create({ body })} saved={again} close={close} />
      )}
      {opened?.what === 'edit' && (
        <SeriesDialog
          title="编辑专栏"
          before={opened.series}
          save={(body) => calls.update({ body: { id: opened.series.id, ...body } })}
          saved={again}
          close={close}
        />
      )}
      {opened?.what === 'dissolve' && (
        <Ask
          question={`删除「${opened.series.name}」？`}
          about="专栏会删除，其中的文章都保留。"
          yes="删除"
          onYes={() => void dissolve(opened.series)}
          close={close}
        />
      )}
    </div>
  );
}

function Begin({ open }: { open: () => void }) {
  return (
    <button className="btn sm" type="button" onClick={open}>
      <Icon name="plus" />
      新建专栏
    </button>
  );
}
