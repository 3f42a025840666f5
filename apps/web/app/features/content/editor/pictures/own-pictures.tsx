import type { OwnPicture } from '@mojian/contract/core/uploads';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import type { ListOwnPictures } from './opened-picture.ts';
import './own-pictures.css';

type Choice = {
  list: ListOwnPictures;
  /** Pictures that may be chosen at once; one is taken as soon as it is pressed. */
  most: number;
  choose: (pictures: OwnPicture[]) => void;
};

/** Opens the pictures that the member has uploaded before, by month. */
export function openOwnPictures(choice: Choice) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<OwnPicturesDialog {...choice} close={close} />);
}

function OwnPicturesDialog({ list, most, choose, close }: Choice & { close: () => void }) {
  const { pictures, next, failed, isBusy, load } = usePictures(list);
  const [chosen, setChosen] = useState<OwnPicture[]>([]);
  const take = (taken: OwnPicture[]) => {
    close();
    choose(taken);
  };
  const press = (picture: OwnPicture) => {
    if (most === 1) return take([picture]);
    const others = chosen.filter(({ url }) => url !== picture.url);
    setChosen(others.length < chosen.length ? others : [...chosen, picture].slice(0, most));
  };
  const months = Map.groupBy(pictures, monthOf);
  return (
    <CardDialog title="传过的图片" line="再用一次，不另占空间。" close={close} wide>
      <div className="own-pictures">
        {[...months].map(([month, ofMonth]) => (
          <section key={month}>
            <h3>{month}</h3>
            <ul>
              {ofMonth.map((picture) => (
                <li key={picture.url}>
                  <button
                    type="button"
                    aria-label={`${month}的图片，${picture.width} × ${picture.height}`}
                    aria-pressed={most > 1 ? chosen.includes(picture) : undefined}
                    onClick={() => press(picture)}
                  >
                    <img className="photo" src={picture.shown} alt="" loading="lazy" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {pictures.length === 0 && !isBusy && !failed && <p className="sub">还没有传过图片。</p>}
        {failed && <p role="alert">没有取到，请检查网络。</p>}
        {isBusy && <p className="sub">正在取…</p>}
        {(next !== null || failed) && !isBusy && (
          <button type="button" className="btn" onClick={load}>
            <Icon name={failed ? 'refresh' : 'down'} />
            {failed ? '重试' : '更早的'}
          </button>
        )}
      </div>
      {most > 1 && (
        <p className="card-dialog-actions">
          <button type="button" className="btn btn-seal" disabled={chosen.length === 0} onClick={() => take(chosen)}>
            {chosen.length > 0 ? `放进正文（${chosen.length} 张）` : '放进正文'}
          </button>
        </p>
      )}
    </CardDialog>
  );
}

function usePictures(list: ListOwnPictures) {
  const [pictures, setPictures] = useState<OwnPicture[]>([]);
  const [next, setNext] = useState<string | null>('');
  const [failed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const more = await list(next || undefined);
      setPictures((before) => [...before, ...more.pictures]);
      setNext(more.next);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst(), []);
  return { pictures, next, failed, isBusy, load: () => void load() };
}

function monthOf({ createdAt }: OwnPicture) {
  const date = new Date(createdAt);
  return `${date.getFullYear()} 年 ${date.getMonth() + 1} 月`;
}
