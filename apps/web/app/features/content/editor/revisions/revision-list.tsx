import type { Revision } from '@mojian/contract/content/revisions';
import { revisionReasons } from '@mojian/ui/compare/revision-reasons';
import { figures } from '../../../../ui/figures.ts';
import { Moment } from '../../../../ui/moment.tsx';

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
              <span className={reason === 'published' ? 'badge s' : 'badge'}>{revisionReasons[reason]}</span>
            </span>
            <span className="of">{title || '无标题'}</span>
            <span className="of">{`${figures(words)} 字 · ${author.nickname}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
