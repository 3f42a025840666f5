import type { MergePreview } from '@mojian/contract/admin/merges';
import { wayWords } from './user-words.ts';

const moved = {
  articles: '文章',
  says: '说说',
  comments: '评论',
  boardMessages: '留言',
  likes: '点赞',
  collects: '收藏',
  follows: '关注',
  fans: '粉丝',
  notices: '通知',
  rooms: '私聊',
  fileOwners: '图片',
  feedback: '反馈',
} as const;

/** What moves, what counts once, and what is lost. */
export function MergeMoves({ preview: { from, into, moves, takesEmail, ways } }: { preview: MergePreview }) {
  const some = Object.entries(moved).filter(([name]) => moves[name as keyof typeof moved] > 0);
  return (
    <section aria-label="会移过去的" className="merge-moves">
      <dl className="user-facts">
        {some.map(([name, title]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{moves[name as keyof typeof moved]}</dd>
          </div>
        ))}
      </dl>
      {some.length === 0 && <p>{from.nickname} 没有写过什么。</p>}
      <ul>
        {moves.doubles > 0 && <li>两个账号都赞过或收藏过的 {moves.doubles} 处，只算一次。</li>}
        {moves.lost > 0 && <li>两个账号之间的 {moves.lost} 条私聊会删除。</li>}
        {takesEmail && (
          <li>
            {into.nickname} 没有邮箱，从此用 {from.email} 与它的密码登录。
          </li>
        )}
        {!takesEmail && from.email && <li>{from.email} 不再能登录。</li>}
        {ways.length > 0 && (
          <li>
            {ways.map((way) => wayWords[way] ?? way).join('、')} 登录会到 {into.nickname}。
          </li>
        )}
      </ul>
    </section>
  );
}
