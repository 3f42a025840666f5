import { actWords } from '@mojian/contract/core/acts';
import type { MemberDetail } from '@mojian/contract/members/members-admin';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Button } from 'antd';
import { Link } from 'react-router';
import { Changes } from '../../core/audit/act-details.tsx';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { ShortTime } from '../../platform/time.tsx';

const writtenNames = { articles: '文章', says: '说说', comments: '评论', board: '留言' } as const;
const countNames = {
  ...writtenNames,
  collects: '收藏',
  follows: '关注',
  fans: '粉丝',
} as const;

export function UserFacts({ member }: { member: MemberDetail }) {
  const { id, joinedAt, seenAt, closesAt, place, website, intro, counts, personal } = member;
  return (
    <section className="card user-card">
      <h2>资料</h2>
      <dl className="user-facts ink-links">
        <Fact name="编号">
          {member.state === 'guest' && counts.articles === 0 ? id : <a href={`/user/${id}`}>{id}</a>}
        </Fact>
        <Fact name={member.state === 'guest' ? '最早的文字' : '注册'}>
          <ShortTime time={joinedAt} />
        </Fact>
        {personal && (
          <Fact name="最近访问">
            <ShortTime time={seenAt} />
          </Fact>
        )}
        {closesAt && (
          <Fact name="注销">
            <ShortTime time={closesAt} />
          </Fact>
        )}
        {place && <Fact name="所在地">{place}</Fact>}
        {Object.entries(member.state === 'guest' ? writtenNames : countNames).map(([name, title]) => (
          <Fact key={name} name={title}>
            {counts[name as keyof typeof countNames]}
          </Fact>
        ))}
        <Fact name="图片">{counts.files > 0 ? `${counts.files} 张，${readableSize(counts.bytes)}` : 0}</Fact>
        <Fact name="草稿与历史">{counts.draftBytes > 0 ? readableSize(counts.draftBytes) : 0}</Fact>
        {website && (
          <Fact name="网站" wide>
            <a href={website} rel="noopener noreferrer nofollow" target="_blank">
              {website}
            </a>
          </Fact>
        )}
        {intro && (
          <Fact name="简介" wide>
            {intro}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={wide ? 'user-facts-wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const kinds = { article: '文章', say: '说说', comment: '评论', board: '留言' };

export function UserRecent({ member: { recent } }: { member: MemberDetail }) {
  return (
    <section className="card user-card user-recent">
      <h2>最近写的</h2>
      {recent.length === 0 && <p className="empty-note">还没有写过什么。</p>}
      <ul>
        {recent.map(({ kind, id, text, path, createdAt }) => (
          <li key={`${kind} ${id}`}>
            <small className="user-recent-kind">{kinds[kind]}</small>
            <a href={path}>{text || '（图片）'}</a>
            <small>
              <ShortTime time={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownActs = 6;

export function UserHistory({ member }: { member: MemberDetail }) {
  const subject = `user:${member.id}`;
  // the member in the key: something may just have been done to them
  const { answer, failure, reload } = useAnswer(['audit', subject, member], () =>
    api.audit.list({ query: { subject, pageSize: shownActs } }),
  );
  return (
    <section className="card user-card user-history">
      <h2>
        对这个账号的操作
        {answer && answer.total > shownActs && (
          <Link to={`/audit?subject=${encodeURIComponent(subject)}`}>全部 {answer.total} 条</Link>
        )}
      </h2>
      {failure && (
        <p className="empty-note">
          {failure}{' '}
          <Button size="small" onClick={reload}>
            重试
          </Button>
        </p>
      )}
      {answer?.records.length === 0 && <p className="empty-note">还没有。停用、改角色、重设密码都会记在这里。</p>}
      <ul>
        {answer?.records.map((row) => (
          <li key={row.id}>
            <b>{actWords(row.act).split(' · ')[1]}</b>
            <small>
              {row.actor.name} · <ShortTime time={row.createdAt} />
            </small>
            <Changes {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
