import type { ReportRow } from '@mojian/contract/community/reports-admin';
import { When } from '../../platform/when.tsx';
import './excerpt.css';

/** What a reporter handed over of a room; the line they mean stands out. */
export function Excerpt({ lines }: { lines: ReportRow['excerpt'] }) {
  return (
    <ol className="excerpt">
      {lines.map(({ sender, text, picture, createdAt, reported }) => (
        <li key={`${createdAt}${sender}${text}`} {...(reported && { className: 'reported' })}>
          <span className="quiet">
            {sender} <When time={createdAt} />
            {reported && ' · 举报的是这句'}
          </span>
          <span className="written">{text}</span>
          {picture && <img src={picture} alt="聊天里的图片" loading="lazy" />}
        </li>
      ))}
    </ol>
  );
}
