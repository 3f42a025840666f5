import type { MemberCounts } from '@mojian/contract/members/members';
import { figures } from '../../../ui/figures.ts';

const shown = [
  ['articles', '文章'],
  ['collects', '收藏'],
  ['follows', '关注'],
  ['fans', '粉丝'],
  ['likes', '获赞'],
] as const;

/** What came together so far. Until it is known, the place is kept. */
export function Counters({ counts }: { counts: MemberCounts | undefined }) {
  return (
    <dl className="tallies">
      {shown.map(([name, words]) => (
        <div key={name}>
          <dt>{words}</dt>
          <dd>{counts ? figures(counts[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
