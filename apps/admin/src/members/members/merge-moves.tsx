import type { MergePreview } from '@mojian/contract/members/merges';
import { roleWords, wayWords } from './user-words.ts';

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
  series: '专栏',
  passkeys: '通行密钥',
} as const;

/** What moves, what counts once, and what is lost. */
export function MergeMoves({ preview: { from, into, moves, takesEmail, ways, lostWays } }: { preview: MergePreview }) {
  const some = Object.entries(moved).filter(([name]) => moves[name as keyof typeof moved] > 0);
  return (
    <section aria-label="会移过去的" className="merge-moves">
      {some.length > 0 && <h3>会移过去的</h3>}
      <dl className="user-facts">
        {some.map(([name, title]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{moves[name as keyof typeof moved]}</dd>
          </div>
        ))}
      </dl>
      {some.length === 0 && <p>{from.nickname} 没有什么可移的。</p>}
      <h3>也会变的</h3>
      <ul>
        {moves.doubles > 0 && <li>两个账号都赞过或收藏过的 {moves.doubles} 处，只算一次。</li>}
        {moves.renamed > 0 && <li>两个账号各有 {moves.renamed} 个同名的专栏，移过去的名字后面加上编号。</li>}
        {moves.lost > 0 && <li>两个账号之间的 {moves.lost} 条私聊会删除。</li>}
        {takesEmail && (
          <li>
            {into.nickname} 没有邮箱，从此用 {from.email} 与它的密码登录。
          </li>
        )}
        {!takesEmail && from.email && <li>{from.email} 不再能登录。</li>}
        {ways.length > 0 && (
          <li>
            用 {namesOf(ways)} 登录从此到 {into.nickname}。
          </li>
        )}
        {lostWays.length > 0 && (
          <li>
            两个账号都绑了 {namesOf(lostWays)}：{from.nickname} 绑的那个解除，不再能用来登录。
          </li>
        )}
        {from.role !== into.role && from.role !== 'member' && (
          <li>
            {from.nickname} 是{roleWords[from.role]}，这个角色没有了；{into.nickname} 仍是{roleWords[into.role]}。
          </li>
        )}
        <li>
          /user/{from.id} 从此转到 /user/{into.id}。{from.nickname} 在所有设备上退出。
        </li>
      </ul>
    </section>
  );
}

function namesOf(ways: string[]) {
  return ways.map((way) => wayWords[way] ?? way).join('、');
}
