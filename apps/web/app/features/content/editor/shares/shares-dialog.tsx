import type { Share } from '@mojian/contract/content/shares';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../../api/calls.ts';
import { useStamp } from '../../../../site/site-seal.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { useLoaded } from '../../../../ui/loading.ts';
import { exactTime } from '../../../../ui/moment.tsx';
import { useSending } from '../../../../ui/use-sending.ts';
import { QrCode } from '../../article/qr-code.tsx';
import { Sheet } from '../sheet/sheet.tsx';
import './shares.css';
import '../../article/share.css';

const lengths = [
  { days: 1, words: '1 天' },
  { days: 7, words: '7 天' },
  { days: 30, words: '30 天' },
];

/** Creates, lists and revokes links to the draft. */
export function SharesDialog({ articleId, calls, close }: SharesProps) {
  const { data, failed, change, again } = useLoaded(`shares ${articleId}`, () =>
    calls.shares.list({ query: { id: articleId } }),
  );
  const drop = (id: number) => change((data ?? []).filter((share) => share.id !== id));
  return (
    <Sheet title="分享草稿" close={close}>
      <div className="sheet-body">
        <p className="sheet-hint">有链接的人不用登录就能读到最新保存的草稿，到期或作废后就打不开了。</p>
        <NewShare articleId={articleId} calls={calls} add={(share) => change([share, ...(data ?? [])])} />
        {failed && !data && (
          <p className="sheet-hint">
            链接加载失败。{' '}
            <button type="button" className="btn btn-sm" onClick={again}>
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
        {data?.length === 0 && <p className="sheet-hint">还没有链接。</p>}
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
    <div className="share-new split row-wrap gap-3">
      <fieldset className="row">
        <legend className="sub">有效</legend>
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
      <button type="button" className="btn btn-seal" disabled={isBusy} onClick={make}>
        <Icon name="link" />
        生成链接
      </button>
      {refusal && <p className="error">{refusal.message}</p>}
    </div>
  );
}

type Props = { share: Share; calls: SharesProps['calls']; drop: () => void };

/** A link with its copy, QR code and revoke buttons. */
function ShareRow({ share: { id, path, views, expiresAt }, calls, drop }: Props) {
  const [showsCode, setShowsCode] = useState(false);
  const { isBusy, refusal, send } = useSending();
  const stamp = useStamp();
  const revoke = async () => {
    if (await send(() => calls.shares.revoke({ query: { id } }))) drop();
  };
  const url = location.origin + path;
  return (
    <li>
      <div className="share-line row">
        <a href={path} target="_blank" rel="noopener noreferrer">
          {url.replace(/^https?:\/\//, '')}
        </a>
        <CopyButton url={url} />
        <button
          type="button"
          className="btn btn-sm"
          aria-expanded={showsCode}
          onClick={() => setShowsCode((shows) => !shows)}
        >
          二维码
        </button>
      </div>
      <div className="share-line sheet-hint row">
        <span>{`${exactTime(expiresAt)} 到期 · 看过 ${views} 次`}</span>
        {refusal && <span className="error">{refusal.message}</span>}
        <button type="button" className="btn quiet btn-sm" disabled={isBusy} onClick={revoke}>
          作废
        </button>
      </div>
      {showsCode && (
        <div className="share-card">
          <QrCode text={url} label="草稿链接的二维码" stamp={stamp} />
        </div>
      )}
    </li>
  );
}

function CopyButton({ url }: { url: string }) {
  const [said, setSaid] = useState('复制');
  const copy = async () => setSaid((await copyText(url)) ? '已复制' : '请手动复制');
  return (
    <button type="button" className="btn btn-sm" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{said}</span>
    </button>
  );
}

type SharesProps = {
  articleId: number;
  calls: CallsOf<'shares'>;
  close: () => void;
};
