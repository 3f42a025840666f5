import type { OwnSeries as OwnOne } from '@mojian/contract/content/series';
import { Icon } from '@mojian/ui/icon';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask, CardDialog, SaveRow } from '../../../ui/card-dialog.tsx';
import { Empty, NotLoaded } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { useLoaded } from '../../../ui/loading.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { IntroField } from '../../core/forms/intro-field.tsx';
import { OrderList } from './order-list.tsx';
import { Volume } from './volume.tsx';
import './own-series.css';

type Props = { userId: number; mayWrite: boolean; calls: CallsOf<'series'>; waiting: ReactNode };

/** The open dialog. */
type Opened = { what: 'new' } | { what: 'edit' | 'dissolve'; series: OwnOne };

/** The member's series with create, edit, reorder and delete. */
export function OwnSeries({ userId, mayWrite, calls: { series: calls }, waiting }: Props) {
  const { data, failed, again } = useLoaded(`series of ${userId}`, () => calls.mine());
  const [opened, setOpened] = useState<Opened>();
  const { send } = useSending();
  if (!data) return failed ? <NotLoaded again={again} /> : waiting;
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
    <button className="btn btn-sm" type="button" onClick={open}>
      <Icon name="plus" />
      新建专栏
    </button>
  );
}

type OwnSeriesCardProps = {
  series: OwnOne;
  reorder: (articleIds: number[]) => Promise<unknown>;
  again: () => void;
  edit: () => void;
  dissolve: () => void;
};

/** A series with its sortable articles. */
function OwnSeriesCard({ series, reorder, again, edit, dissolve }: OwnSeriesCardProps) {
  const { id, name, intro, articles, items } = series;
  return (
    <li>
      <header>
        <Volume name={name} />
        <div>
          <h2>
            {articles > 0 ? (
              <Link className="hover-line" to={`/series/${id}`}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          {intro && <p className="own-series-sum clamp-2">{intro}</p>}
          <p className="meta">
            <span>已发布 {articles} 篇</span>
            {items.length > articles && <span>另有 {items.length - articles} 篇没有公开</span>}
          </p>
          <p className="own-articles-doings">
            <button type="button" aria-label={`改名：${name}`} onClick={edit}>
              改名
            </button>
            <button type="button" aria-label={`删除：${name}`} onClick={dissolve}>
              删除
            </button>
          </p>
        </div>
      </header>
      {items.length === 0 ? (
        <p className="own-series-hint dim">还没有文章。写文章时在设置里选上这个专栏，发布之后就在这里。</p>
      ) : (
        <OrderList name={name} items={items} save={reorder} again={again} />
      )}
    </li>
  );
}

type Named = { name: string; intro: string };

type SeriesDialogProps = {
  title: string;
  before?: Named;
  save: (named: Named) => Promise<unknown>;
  saved: () => void;
  close: () => void;
};

function SeriesDialog({ title, before = { name: '', intro: '' }, save, saved, close }: SeriesDialogProps) {
  const [name, setName] = useState(before.name);
  const [intro, setIntro] = useState(before.intro);
  const { isBusy, refusal, send } = useSending();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(() => save({ name, intro })))) return;
    saved();
    close();
  };
  return (
    <CardDialog title={title} line="写文章时选上它，发布之后就排在最后。" close={close}>
      <form onSubmit={onSubmit} noValidate>
        <Field name="name" label="专栏名" value={name} onChange={setName} refusal={refusal} autoComplete="off" />
        <IntroField value={intro} onChange={setIntro} refusal={refusal} placeholder="专栏简介" />
        {refusal && refusal.field !== 'name' && refusal.field !== 'intro' && <p className="error">{refusal.message}</p>}
        <SaveRow isBusy={isBusy} />
      </form>
    </CardDialog>
  );
}
