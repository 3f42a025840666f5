import { Icon } from '@mojian/ui/icon';
import { type PreviewProps, textOf } from './preview-props.ts';

/** The note on the home page. */
export function AnnouncementPreview({ value }: PreviewProps) {
  const text = textOf(value, 'text').trim();
  if (!text) return <p>没有公告，首页就没有这张便条。</p>;
  return (
    <div className="sample note-sample">
      <b>
        <Icon name="bell" />
        公告
      </b>
      <p>{text}</p>
    </div>
  );
}
