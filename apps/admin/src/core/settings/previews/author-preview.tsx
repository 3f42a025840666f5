import { Icon } from '@mojian/ui/icon';
import { type PreviewProps, textOf } from './preview-props.ts';

/** The card on the home page. */
export function AuthorPreview({ value }: PreviewProps) {
  const name = textOf(value, 'name') || '名字';
  const avatar = textOf(value, 'avatar');
  const intro = textOf(value, 'intro');
  const place = textOf(value, 'place');
  return (
    <div className="sample author-sample">
      {avatar ? <img src={avatar} alt="" /> : <span aria-hidden="true">{name.slice(0, 1)}</span>}
      <b>{name}</b>
      {intro && <p>{intro}</p>}
      {place && (
        <p className="place">
          <Icon name="place" />
          {place}
        </p>
      )}
    </div>
  );
}
