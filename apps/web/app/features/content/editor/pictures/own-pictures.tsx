import type { FileGroup } from '@mojian/contract/core/attachment-kinds';
import type { OwnPicture } from '@mojian/contract/core/uploads';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import type { OwnFiles } from './opened-picture.ts';
import './own-pictures.css';

type Choice = {
  list: OwnFiles['list'];
  groups: FileGroup[];
  /** Files that may be chosen at once; one is taken as soon as it is pressed. */
  most: number;
  choose: (files: OwnPicture[]) => void;
  /** Chooses files of this device instead. */
  chooseHere?: () => void;
};

const groupNames: Record<FileGroup, string> = { picture: '图片', document: '文件', sound: '声音', film: '影片' };
const emptyWords: Record<FileGroup, string> = {
  picture: '还没有传过图片。',
  document: '还没有传过文件，把 PDF、课件拖进正文就行。',
  sound: '还没有传过录音。',
  film: '还没有传过影片。',
};

/** Opens the files that the member has uploaded before, by month. */
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

function OwnPicturesDialog({ list, groups, most, choose, chooseHere, close }: Choice & { close: () => void }) {
  const [group, setGroup] = useState<FileGroup>(groups[0] ?? 'picture');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<OwnPicture[]>([]);
  const take = (taken: OwnPicture[]) => {
    close();
    choose(taken);
  };
  const press = (file: OwnPicture) => {
    if (most === 1) return take([file]);
    const others = chosen.filter(({ url }) => url !== file.url);
    setChosen(others.length < chosen.length ? others : [...chosen, file].slice(0, most));
  };
  return (
    <CardDialog title="附件与图片" line="再用一次，不另占空间。" close={close} wide>
      <PickerHead groups={groups} group={group} onGroup={setGroup} name={name} onName={setName} />
      <OwnFileList
        key={`${group} ${name}`}
        list={list}
        group={group}
        name={name}
        press={press}
        chosen={most > 1 ? chosen : undefined}
      />
      {most > 1 && (
        <p className="card-dialog-actions">
          {chooseHere && (
            <button
              type="button"
              className="btn"
              onClick={() => {
                close();
                chooseHere();
              }}
            >
              从这台设备选
            </button>
          )}
          <button type="button" className="btn btn-seal" disabled={chosen.length === 0} onClick={() => take(chosen)}>
            {chosen.length > 0 ? `放进正文（${chosen.length} 个）` : '放进正文'}
          </button>
        </p>
      )}
    </CardDialog>
  );
}

type HeadProps = {
  groups: FileGroup[];
  group: FileGroup;
  onGroup: (group: FileGroup) => void;
  name: string;
  onName: (name: string) => void;
};

function PickerHead({ groups, group, onGroup, name, onName }: HeadProps) {
  return (
    <div className="own-pictures-head row row-wrap">
      {groups.length > 1 && (
        <fieldset className="row" aria-label="种类">
          {groups.map((one) => (
            <button
              key={one}
              type="button"
              className="btn btn-sm"
              aria-pressed={one === group}
              onClick={() => onGroup(one)}
            >
              {groupNames[one]}
            </button>
          ))}
        </fieldset>
      )}
      <input
        type="search"
        className="input"
        maxLength={50}
        placeholder="按名字找"
        aria-label="按名字找"
        value={name}
        onChange={({ target }) => onName(target.value)}
      />
    </div>
  );
}

type ListProps = Pick<Choice, 'list'> & {
  group: FileGroup;
  name: string;
  press: (file: OwnPicture) => void;
  chosen: OwnPicture[] | undefined;
};

function OwnFileList({ list, group, name, press, chosen }: ListProps) {
  const { files, next, failed, isBusy, load } = useFiles(list, group, name);
  const isChosen = (file: OwnPicture) => chosen?.some(({ url }) => url === file.url);
  return (
    <div className="own-pictures">
      {[...Map.groupBy(files, monthOf)].map(([month, ofMonth]) => (
        <section key={month}>
          <h3>{month}</h3>
          <ul data-group={group}>
            {ofMonth.map((file) => (
              <li key={file.url}>
                <button
                  type="button"
                  aria-label={labelOf(file, month)}
                  aria-pressed={isChosen(file)}
                  onClick={() => press(file)}
                >
                  {group === 'picture' ? (
                    <img className="photo" src={file.shown} alt="" loading="lazy" />
                  ) : (
                    <>
                      {file.shown ? (
                        <img src={file.shown} alt="" loading="lazy" />
                      ) : (
                        <i aria-hidden="true">{endingOf(file)}</i>
                      )}
                      <b>{file.name}</b>
                      <small className="sub">{aboutOf(file)}</small>
                    </>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {files.length === 0 && !isBusy && !failed && (
        <p className="sub">{name ? '没有这个名字的。' : emptyWords[group]}</p>
      )}
      {failed && <p role="alert">没有取到，请检查网络。</p>}
      {isBusy && <p className="sub">正在取…</p>}
      {(next !== null || failed) && !isBusy && (
        <button type="button" className="btn" onClick={load}>
          <Icon name={failed ? 'refresh' : 'down'} />
          {failed ? '重试' : '更早的'}
        </button>
      )}
    </div>
  );
}

const endingOf = ({ name }: OwnPicture) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

function aboutOf({ bytes, pages, seconds }: OwnPicture) {
  const length = seconds > 0 && `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return [pages > 0 && `${pages} 页`, length, readableSize(bytes)].filter(Boolean).join(' · ');
}

/** Label of a picture; another file has its name as text. */
function labelOf({ name, width, height, url }: OwnPicture, month: string) {
  if (!/\.(?:webp|png|jpg|gif)$/.test(url)) return undefined;
  return `${month}的图片${name ? `「${name.replace(/\.webp$/, '')}」` : ''}，${width} × ${height}`;
}

/** Milliseconds that typing pauses before a name is looked for. */
const pause = 250;

function useFiles(list: Choice['list'], group: FileGroup, name: string) {
  const [files, setFiles] = useState<OwnPicture[]>([]);
  const [next, setNext] = useState<string | null>('');
  const [failed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(true);
  const load = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const more = await list({ group, name: name.trim(), ...(next && { before: next }) });
      setFiles((before) => [...before, ...more.pictures]);
      setNext(more.next);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  const loadFirst = useEffectEvent(load);
  useEffect(() => {
    const timer = setTimeout(() => void loadFirst(), name ? pause : 0);
    return () => clearTimeout(timer);
  }, [name]);
  return { files, next, failed, isBusy, load: () => void load() };
}

function monthOf({ createdAt }: OwnPicture) {
  const date = new Date(createdAt);
  return `${date.getFullYear()} 年 ${date.getMonth() + 1} 月`;
}
