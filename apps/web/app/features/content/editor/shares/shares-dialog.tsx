import type { Share } from '@mojian/contract/content/shares';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Sheet } from '../sheet/sheet.tsx';
import { ShareRow } from './share-row.tsx';
import type { SharesProps } from './shares-props.ts';
import './shares.css';

const lengths = [
  { days: 1, words: '1 天' },
  { days: 7, words: '7 天' },
  { days: 30, words: '30 天' },
];

/** Links to read the draft by: made here, counted, and taken back. */
export function SharesDialog({ articleId, calls, close }: SharesProps) {
  const { data, failed, change, again } = useLoaded(`shares ${articleId}`, () =>
    calls.shares.list({ query: { id: articleId } }),
  );
  const drop = (id: number) => change((data ?? []).filter((share) => share.id !== id));
  return (
    <Sheet title="分享草稿" className="shares" close={close}>
      <div className="sheet-body">
        <p className="hint">有链接的人不用登录就能读到最新保存的草稿，到期或作废后就打不开了。</p>
        <NewShare articleId={articleId} calls={calls} add={(share) => change([share, ...(data ?? [])])} />
        {failed && !data && (
          <p className="hint">
            链接加载失败。{' '}
            <button type="button" className="btn sm" onClick={again}>
              重试
            </button>
          </p>
        )}
        {data && data.length > 0 && (
          <ul className="share-list" aria-label="还有效的链接">
            {data.map((share) => (
              <ShareRow key={share.id} share={share} calls={calls} drop={() => drop(share.id)} />
            ))}
          </ul>
        )}
        {data?.length === 0 && <p className="hint none-yet">还没有链接。</p>}
      </div>
    </Sheet>
  );
}

type NewProps = Pick<SharesProps, 'articleId' | 'calls'> & { add: (share: Share) => void };

function NewShare({ articleId, calls, add }: NewProps) {
  const [days, setDays] = useState(7);
  const { isBusy, refusal, send } = useSending();
  const make = () => send(async () => add(await calls.shares.create({ body: { id: articleId, days } })));
  return (
    <div className="new-share">
      <fieldset>
        <legend>有效</legend>
        {lengths.map((length) => (
          <button
            key={length.days}
            type="button"
            className="chip"
            aria-pressed={length.days === days}
            onClick={() => setDays(length.days)}
          >
            {length.words}
          </button>
        ))}
      </fieldset>
      <button type="button" className="btn seal-b" disabled={isBusy} onClick={make}>
        <Icon name="link" />
        生成链接
      </button>
      {refusal && <p className="err">{refusal.message}</p>}
    </div>
  );
}
