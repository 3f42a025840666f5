import { Icon } from '@mojian/ui/icon';
import { KeptPhoto } from '../../../ui/kept-photo.tsx';
import type { Coming } from '../../core/uploads/use-uploads.ts';
import type { usePictures } from './use-pictures.ts';

type Props = Pick<ReturnType<typeof usePictures>, 'kept' | 'coming' | 'retry' | 'stop' | 'remove'>;

/** The pictures as they will stand under the comment, in their order; behind them those on their way. */
export function FormPictures({ kept, coming, retry, stop, remove }: Props) {
  if (kept.length + coming.length === 0) return null;
  return (
    <>
      <ul className="form-pics" aria-label="图片">
        {kept.map(({ url, width, height }, index) => (
          <li key={url}>
            <KeptPhoto url={url} width={width} height={height} alt={`第 ${index + 1} 张图`} />
            <Away label={`移除第 ${index + 1} 张图`} act={() => remove(url)} />
          </li>
        ))}
        {coming.map((one) => (
          <OnItsWay key={one.number} coming={one} retry={() => retry(one)} stop={() => stop(one)} />
        ))}
      </ul>
      <p className="err" role="alert">
        {coming.find(({ wrong }) => wrong !== undefined)?.wrong}
      </p>
    </>
  );
}

type OnItsWayProps = { coming: Coming; retry: () => void; stop: () => void };

function OnItsWay({ coming: { file, preview, share, wrong, mayRetry }, retry, stop }: OnItsWayProps) {
  return (
    <li className={wrong === undefined ? 'on-its-way' : 'on-its-way failed'}>
      <img className="photo" src={preview} alt={file.name} />
      {wrong === undefined && (
        <span className="how-far">
          <progress value={share} max={1} aria-label={`${file.name} 上传`} />
          {Math.round(share * 100)}%
        </span>
      )}
      {wrong !== undefined && mayRetry && (
        <button type="button" className="how-far" onClick={retry}>
          重试
        </button>
      )}
      {wrong !== undefined && !mayRetry && <span className="how-far">上传失败</span>}
      <Away label={`取消上传 ${file.name}`} act={stop} />
    </li>
  );
}

function Away({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" className="ib" aria-label={label} onClick={act}>
      <Icon name="x" />
    </button>
  );
}
