import { COVER_COUNT, coverNumber } from '@mojian/contract/core/cover-number';
import { Icon } from '@mojian/ui/icon';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { Cover } from '../../../../../ui/cover.tsx';
import { toast } from '../../../../../ui/toast.ts';
import { PictureDialog } from '../../../../members/members/crop/picture-dialog.tsx';
import { SettingGroup } from '../setting.tsx';
import type { SettingsProps } from '../settings-props.ts';
import { FocalPoint } from './focal-point.tsx';
import { FocusPreviews } from './focus-previews.tsx';
import './cover.css';

/** Has no divisor in common with the number of covers: pressed often enough, each of them comes, no two alike in a row. */
const leap = 83;

type Props = Pick<SettingsProps, 'writing' | 'parts'>;

/** The cover: drawn from the title, drawn anew, or a picture of the author's own with its focal point. */
export function CoverField({ writing, parts }: Props) {
  const { content, change, errors } = writing;
  const [picking, setPicking] = useState<{ file?: File }>();
  const take = (file: File | undefined) => file && setPicking({ file });
  const shown = { ...content, coverNumber: coverNumber(content.title, content.coverNumber) };
  return (
    <SettingGroup field="cover" label="封面" error={errors.cover}>
      <div className="cover-drop" {...receiving(take)}>
        {content.cover ? <FocalPoint shown={shown} change={change} /> : <Cover article={shown} sizes="280px" eager />}
        <div className="row wrapx">
          <button type="button" className="btn sm" onClick={() => setPicking({})}>
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
          upload={parts.upload}
          save={async (cover) => change({ cover, focusX: 50, focusY: 50 })}
          close={() => setPicking(undefined)}
        />
      )}
    </SettingGroup>
  );
}

/** Pictures are dropped on the cover, and pasted while the focus is in it. */
function receiving(take: (file: File | undefined) => void) {
  const pictureOf = (files: FileList) => [...files].find(({ type }) => type.startsWith('image/'));
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
        className="btn sm quiet"
        onClick={() => change({ coverNumber: (shown + leap) % COVER_COUNT })}
      >
        <Icon name="refresh" />
        重画一张
      </button>
      {chosen !== null && (
        <button type="button" className="btn sm quiet" onClick={() => change({ coverNumber: null })}>
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
    <button type="button" className="btn sm quiet" onClick={remove}>
      移除
    </button>
  );
}
