import type { Share } from '@mojian/contract/content/shares';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { useStamp } from '../../../../site-seal.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { exactTime } from '../../../../ui/times.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { QrCode } from '../../article/share/qr-code.tsx';
import type { SharesProps } from './shares-props.ts';
import '../../article/share/share.css';

type Props = { share: Share; calls: SharesProps['calls']; drop: () => void };

/** One link: to copy, to scan, and to take back. */
export function ShareRow({ share: { id, path, views, expiresAt }, calls, drop }: Props) {
  const [showsCode, setShowsCode] = useState(false);
  const { isBusy, refusal, send } = useSending();
  const stamp = useStamp();
  const revoke = async () => {
    if (await send(() => calls.shares.revoke({ query: { id } }))) drop();
  };
  const url = location.origin + path;
  return (
    <li>
      <div className="share-line">
        <a href={path} target="_blank" rel="noopener noreferrer">
          {url.replace(/^https?:\/\//, '')}
        </a>
        <CopyButton url={url} />
        <button
          type="button"
          className="btn sm"
          aria-expanded={showsCode}
          onClick={() => setShowsCode((shows) => !shows)}
        >
          二维码
        </button>
      </div>
      <div className="share-line hint">
        <span>{`${exactTime(expiresAt)} 到期 · 看过 ${views} 次`}</span>
        {refusal && <span className="err">{refusal.message}</span>}
        <button type="button" className="btn quiet sm" disabled={isBusy} onClick={revoke}>
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
    <button type="button" className="btn sm" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{said}</span>
    </button>
  );
}
