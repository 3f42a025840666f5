import type { OwnSeries as OwnOne } from '@mojian/contract/content/series';
import { Link } from 'react-router';
import { OrderList } from './order-list.tsx';
import { Volume } from './volume.tsx';

type Props = {
  series: OwnOne;
  reorder: (articleIds: number[]) => Promise<unknown>;
  /** Asks for all series anew. */
  again: () => void;
  edit: () => void;
  dissolve: () => void;
};

/** One of one's own series: its name, its articles in their order, and the way to change both. */
export function OwnSeriesCard({ series, reorder, again, edit, dissolve }: Props) {
  const { id, name, intro, articles, items } = series;
  return (
    <li>
      <header>
        <Volume name={name} />
        <div>
          <h2>
            {articles > 0 ? (
              <Link className="lk" to={`/series/${id}`}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
          {intro && <p className="sum clamp2">{intro}</p>}
          <p className="meta">
            <span>已发布 {articles} 篇</span>
            {items.length > articles && <span>另有 {items.length - articles} 篇没有公开</span>}
          </p>
          <p className="doings">
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
        <p className="hint">还没有文章。写文章时在设置里选上这个专栏，发布之后就在这里。</p>
      ) : (
        <OrderList name={name} items={items} save={reorder} again={again} />
      )}
    </li>
  );
}
