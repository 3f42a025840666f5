import { Icon } from '@mojian/ui/icon';
import type { Coming } from '../../../core/uploads/use-uploads.ts';

type Props = { coming: Coming; retry: () => void; stop: () => void };

/** A picture on its way: how far it is, or why it did not arrive. */
export function ComingPicture({ coming: { file, preview, share, wrong, mayRetry }, retry, stop }: Props) {
  return (
    <li className="coming9">
      <img className="photo" src={preview} alt={file.name} />
      <button type="button" className="ib rm" aria-label={`取消上传 ${file.name}`} onClick={stop}>
        <Icon name="x" />
      </button>
      {wrong === undefined ? (
        <span className="up9">
          <progress value={share} max={1} aria-label={`${file.name} 上传`} />
          {Math.round(share * 100)}%
        </span>
      ) : (
        <span className="up9 failed9" role="alert">
          {wrong}
          {mayRetry && (
            <button type="button" onClick={retry}>
              重试
            </button>
          )}
        </span>
      )}
    </li>
  );
}
