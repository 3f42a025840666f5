import { longestAlbumWords } from '@mojian/contract/platform/rules';
import { hasPictures } from '@mojian/markdown/has-pictures';
import { noAlbumPictures } from '../submit/submit-rules.ts';
import { type FieldProps, Setting, SettingGroup } from './setting.tsx';

/** Kind of the article: an ordinary one, or an album with place and time on its cover. */
export function AlbumField({ writing }: FieldProps) {
  const { content, change, errors } = writing;
  const lacks = content.isAlbum && !hasPictures(content.markdown);
  return (
    <>
      <SettingGroup
        field="isAlbum"
        label="影集"
        error={errors.isAlbum}
        hint="封面满屏，照片按顺序铺开，文末有底片"
        {...(lacks && { warning: noAlbumPictures })}
      >
        <label className="row gap-2-5 sub">
          <input
            type="checkbox"
            checked={content.isAlbum}
            onChange={({ target }) => change({ isAlbum: target.checked })}
          />
          当作影集发布
        </label>
      </SettingGroup>
      {content.isAlbum && (
        <>
          <AlbumWords writing={writing} field="albumPlace" label="拍摄地点" example="洱海，大理" />
          <AlbumWords writing={writing} field="albumTime" label="拍摄时间" example="2026 年 10 月" />
        </>
      )}
    </>
  );
}

type WordsProps = FieldProps & { field: 'albumPlace' | 'albumTime'; label: string; example: string };

function AlbumWords({ writing: { content, change, errors }, field, label, example }: WordsProps) {
  return (
    <Setting field={field} label={label} error={errors[field]}>
      {(control) => (
        <input
          {...control}
          value={content[field]}
          maxLength={longestAlbumWords}
          placeholder={example}
          onChange={({ target }) => change({ [field]: target.value })}
        />
      )}
    </Setting>
  );
}
