import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { When } from '../../platform/when.tsx';

const counted = {
  articles: '文章',
  says: '说说',
  comments: '评论',
  board: '留言',
  collects: '收藏',
  follows: '关注',
  fans: '粉丝',
} as const;

/** What they tell of themselves, and how much they did. */
export function UserFacts({ member }: { member: MemberDetail }) {
  const { id, joinedAt, seenAt, closesAt, place, website, intro, counts, personal } = member;
  return (
    <section className="user-card">
      <h2>资料</h2>
      <dl className="user-facts">
        <Fact name="编号">
          <a href={`/user/${id}`}>{id}</a>
        </Fact>
        <Fact name="注册">
          <When time={joinedAt} />
        </Fact>
        {personal && (
          <Fact name="最近访问">
            <When time={seenAt} />
          </Fact>
        )}
        {closesAt && (
          <Fact name="注销">
            <When time={closesAt} />
          </Fact>
        )}
        {place && <Fact name="所在地">{place}</Fact>}
        {Object.entries(counted).map(([name, title]) => (
          <Fact key={name} name={title}>
            {counts[name as keyof typeof counted]}
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
    <div className={wide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
