import { COVER_COUNT, coverNumber } from '@mojian/contract/core/cover-number';
import { Icon } from '@mojian/ui/icon';
import { useShownPicture } from '@mojian/ui/shown-pictures';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Cover, type Focus } from '../../../../ui/cover.tsx';
import { toast } from '../../../../ui/toast.ts';
import { PictureDialog } from '../../../core/uploads/crop/picture-dialog.tsx';
import { mayBePicture } from '../../../core/uploads/upload.ts';
import { SettingGroup, type SettingsProps } from './setting.tsx';
import './cover-field.css';

type ShownCover = { cover: string; coverNumber: number } & Focus;

/** Coprime to the number of covers, so that repeated clicks reach each cover. */
const leap = 83;

type Props = Pick<SettingsProps, 'writing' | 'deps'>;

/** Cover: generated from the title, another generated one, or an uploaded picture with its focal point. */
export function CoverField({ writing, deps }: Props) {
  const { content, change, errors } = writing;
  const [picking, setPicking] = useState<{ file?: File }>();
  const take = (file: File | undefined) => file && setPicking({ file });
  const number = coverNumber(content.title, content.coverNumber ?? writing.draft?.drawnCover);
  const shown = { ...content, coverNumber: number };
  return (
    <SettingGroup field="cover" label="封面" error={errors.cover} hint={content.cover === '' && hintOf(writing)}>
      <div className="cover-field-drop" {...receiving(take)}>
        {content.cover ? <FocalPoint shown={shown} change={change} /> : <Cover article={shown} sizes="280px" eager />}
        <div className="row row-wrap">
          <button type="button" className="btn btn-sm" onClick={() => setPicking({})}>
            {content.cover ? '更换' : '上传'}
          </button>
          {content.cover ? (
            <RemoveButton writing={writing} />
          ) : (
            <DrawnButtons
              title={content.title}
              shown={shown.coverNumber}
              change={change}
              chosen={content.coverNumber}
            />
          )}
        </div>
      </div>
      {content.cover && <FocusPreviews shown={shown} />}
      {picking && (
        <PictureDialog
          kind="article"
          present={content.cover}
          file={picking.file}
          upload={deps.upload}
          save={async (cover) => change({ cover, focusX: 50, focusY: 50 })}
          close={() => setPicking(undefined)}
        />
      )}
    </SettingGroup>
  );
}

function hintOf({ kind, draft, content }: Props['writing']) {
  if (kind === 'page') return '没有上传时页面上没有封面，只在分享出去时用画的';
  const isOpen = content.coverNumber === null && !draft?.drawnCover;
  return isOpen && '发布时定下题材，不与前后几篇重复，颜色跟分类走';
}

/** Drop and paste handlers of the cover. */
function receiving(take: (file: File | undefined) => void) {
  const pictureOf = (files: FileList) => [...files].find(mayBePicture);
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      take(pictureOf(event.dataTransfer.files) ?? event.dataTransfer.files[0]);
    },
    onPaste: (event: ClipboardEvent) => {
      const picture = pictureOf(event.clipboardData.files);
      if (!picture) return;
      event.preventDefault();
      event.stopPropagation();
      take(picture);
    },
  };
}

type Change = Props['writing']['change'];
type DrawnProps = { title: string; shown: number; chosen: number | null; change: Change };

function DrawnButtons({ shown, chosen, change }: DrawnProps) {
  return (
    <>
      <button
        type="button"
        className="btn btn-sm quiet"
        onClick={() => change({ coverNumber: (shown + leap) % COVER_COUNT })}
      >
        <Icon name="refresh" />
        重画一张
      </button>
      {chosen !== null && (
        <button type="button" className="btn btn-sm quiet" onClick={() => change({ coverNumber: null })}>
          按标题画
        </button>
      )}
    </>
  );
}

function RemoveButton({ writing: { change } }: Pick<Props, 'writing'>) {
  const remove = () => {
    change({ cover: '', focusX: 50, focusY: 50 });
    toast('info', '封面换回了画的');
  };
  return (
    <button type="button" className="btn btn-sm quiet" onClick={remove}>
      移除
    </button>
  );
}

/** Picture with a focal point set by pointer or arrow keys. */
function FocalPoint({ shown, change }: { shown: ShownCover; change: (focus: Focus) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLSpanElement>(null);
  const { focusX, focusY } = shown;
  // set from a script: the pages' rules allow no style attributes
  useEffect(() => {
    point.current?.style.setProperty('left', `${focusX}%`);
    point.current?.style.setProperty('top', `${focusY}%`);
  }, [focusX, focusY]);

  const follow = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const share = (at: number, from: number, size: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 100);
    change({ focusX: share(clientX, box.left, box.width), focusY: share(clientY, box.top, box.height) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedFocus(event.key, { focusX, focusY });
    if (!next) return;
    event.preventDefault();
    change(next);
  };
  return (
    <div
      ref={frame}
      className="cover-field-focal"
      role="slider"
      tabIndex={0}
      aria-label="焦点，用四个方向键移动"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={focusX}
      aria-valuetext={`离左边 ${focusX}%，离上边 ${focusY}%`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      <Cover
        article={{ cover: useShownPicture(shown.cover) ?? '', coverNumber: shown.coverNumber }}
        sizes="280px"
        eager
      />
      <span ref={point} className="cover-field-point" />
    </div>
  );
}

const cuts = [
  { shape: 'card', words: '列表' },
  { shape: 'banner', words: '文章页' },
  { shape: 'square', words: '方图' },
];

/** Previews of the picture's crops. */
function FocusPreviews({ shown }: { shown: ShownCover }) {
  const cover = useShownPicture(shown.cover) ?? '';
  return (
    <div className="cover-field-cuts">
      {cuts.map(({ shape, words }) => (
        <figure key={shape} className={`cover-field-cut-${shape}`}>
          <Cover article={{ ...shown, cover }} sizes="140px" />
          <figcaption className="type-tiny dim">{words}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const step = 5;
const moves: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Returns the focal point after an arrow key or Home, else undefined. */
export function movedFocus(key: string, { focusX, focusY }: Focus): Focus | undefined {
  if (key === 'Home') return { focusX: 50, focusY: 50 };
  const move = moves[key];
  return move && { focusX: within(focusX + move[0]), focusY: within(focusY + move[1]) };
}

function within(percent: number) {
  return Math.min(100, Math.max(0, percent));
}
