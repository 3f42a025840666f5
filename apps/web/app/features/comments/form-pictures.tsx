import { Icon } from '@mojian/ui/icon';
import { KeptPhoto } from '../../ui/kept-photo.tsx';
import type { Draft } from './drafts.ts';

type Props = {
  pictures: Draft['pictures'];
  /** How many are still on their way. */
  left: number;
  remove: (url: string) => void;
};

export function FormPictures({ pictures, left, remove }: Props) {
  return (
    <div role="status">
      {(pictures.length > 0 || left > 0) && (
        <ul className="form-pics">
          {pictures.map(({ url, width, height }, index) => (
            <li key={url}>
              <KeptPhoto url={url} width={width} height={height} alt={`第 ${index + 1} 张图`} />
              <button type="button" aria-label={`拿掉第 ${index + 1} 张图`} onClick={() => remove(url)}>
                <Icon name="x" />
              </button>
            </li>
          ))}
          {left > 0 && <li className="coming-pic">还有 {left} 张在上传…</li>}
        </ul>
      )}
    </div>
  );
}
