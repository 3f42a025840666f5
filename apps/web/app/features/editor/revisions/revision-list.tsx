import type { Revision } from '@mojian/contract/revisions';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';

const reasons: Record<Revision['reason'], string> = {
  time: '自动保留',
  submitted: '提交审核',
  published: '发布',
  replaced: '被替换前',
};

type Props = { revisions: Revision[]; chosen: number | undefined; choose: (id: number) => void };

/** What was kept, newest first. */
export function RevisionList({ revisions, chosen, choose }: Props) {
  return (
    <ul className="revision-list">
      {revisions.map(({ id, reason, title, words, author, createdAt }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen || undefined} onClick={() => choose(id)}>
            <span>
              <b>
                <Moment at={createdAt} />
              </b>
              <span className={reason === 'published' ? 'badge s' : 'badge'}>{reasons[reason]}</span>
            </span>
            <span className="of">{title || '无题'}</span>
            <span className="of">{`${figures(words)} 字 · ${author.nickname}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
