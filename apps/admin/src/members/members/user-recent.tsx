import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { When } from '../../platform/when.tsx';

const kinds = { article: '文章', say: '说说', comment: '评论', board: '留言' };

/** What they wrote last, each with the way there. */
export function UserRecent({ member: { recent } }: { member: MemberDetail }) {
  return (
    <section className="user-card user-recent">
      <h2>最近写的</h2>
      {recent.length === 0 && <p className="none">还没有写过什么。</p>}
      <ul>
        {recent.map(({ kind, id, text, path, createdAt }) => (
          <li key={`${kind} ${id}`}>
            <small className="kind">{kinds[kind]}</small>
            <a href={path}>{text || '（图片）'}</a>
            <small>
              <When time={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
