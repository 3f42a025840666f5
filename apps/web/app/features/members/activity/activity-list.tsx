import type { Activity } from '@mojian/contract/members/activity';
import type { MemberCounts } from '@mojian/contract/members/members';
import { useHas } from '../../../site/features-on.ts';
import { Empty } from '../../../ui/empty.tsx';
import { figures } from '../../../ui/figures.ts';
import { Link } from '../../../ui/link.tsx';
import { dayInChina } from '../../../ui/moment.tsx';
import { More, type Part, useMore } from '../../../ui/more.tsx';
import { type ActivityGroup, ActivityRow } from './activity-row.tsx';
import { monthNames } from './writing-year.tsx';
import './activity.css';

/** A page of activity; `next` is the mark at which the following one begins. */
export type ActivityPage = { records: Activity[]; next: string | null };
export type ActivityKind = 'all' | 'articles' | 'says' | 'comments' | 'collects';

type Props = {
  kind: ActivityKind;
  first: ActivityPage;
  load: (after: string) => Promise<ActivityPage>;
  addressOf: (kind: ActivityKind, after?: string) => string;
  counts: MemberCounts;
  showsCollects: boolean;
  /** Today, as `2026-11-28`: months of other years name theirs. */
  today: string;
};

/** Lists what a member did by month, with a chip for each kind there is. */
export function ActivityList({ kind, first, load, addressOf, counts, showsCollects, today }: Props) {
  const more = useMore<Activity>(partOf(first, 1), async (pageNo, { next }) => partOf(await load(next ?? ''), pageNo));
  return (
    <section>
      <div className="section-head">
        <h2>近况</h2>
      </div>
      <Chips kind={kind} addressOf={addressOf} counts={counts} showsCollects={showsCollects} />
      {more.rows.length === 0 ? (
        <Empty title="这里还没有" />
      ) : (
        <>
          {byMonth(more.rows).map(({ month, days }) => (
            <section className="activity-month" key={month} aria-label={monthWords(month, today).join(' ')}>
              <h3>
                <b>{monthWords(month, today)[1]}</b>
                {monthWords(month, today)[0] && <small>{monthWords(month, today)[0]}</small>}
              </h3>
              <ol>
                {days.map((group) => (
                  <ActivityRow key={group[0].id} group={group} />
                ))}
              </ol>
            </section>
          ))}
          <More more={more} address={addressOf(kind, first.next ?? undefined)} words="更早的" end="到这里就看完了" />
        </>
      )}
    </section>
  );
}

function partOf({ records, next }: ActivityPage, pageNo: number): Part<Activity> {
  return { records, next, total: 0, pageNo, pages: next === null ? pageNo : pageNo + 1 };
}

/** Several of a kind and a day are one row where they are short. */
const isJoined = ({ kind }: Activity) => kind === 'collect' || kind === 'follow';

/** Rows by month; neighbouring collections and follows of a day are joined. */
function byMonth(rows: Activity[]): { month: string; days: ActivityGroup[] }[] {
  const months: { month: string; days: ActivityGroup[] }[] = [];
  for (const row of rows) {
    const day = dayInChina(row.createdAt);
    if (months.at(-1)?.month !== day.slice(0, 7)) months.push({ month: day.slice(0, 7), days: [] });
    const days = months.at(-1)?.days;
    const last = days?.at(-1);
    if (last && isJoined(row) && last[0].kind === row.kind && dayInChina(last[0].createdAt) === day) last.push(row);
    else days?.push([row]);
  }
  return months;
}

/** The year where it is not this one, and the month. */
function monthWords(month: string, today: string): [string, string] {
  const [year = '', number] = month.split('-');
  return [today.startsWith(year) ? '' : year, monthNames[Number(number) - 1] ?? ''];
}

const chips = { all: '全部', articles: '文章', says: '说说', comments: '评论', collects: '收藏' };

type ChipsProps = Pick<Props, 'kind' | 'addressOf' | 'counts' | 'showsCollects'>;

/** A kind without anything has no chip, unless it is the one looked at. */
function Chips({ kind, addressOf, counts, showsCollects }: ChipsProps) {
  const has = useHas();
  const isOn = (name: ActivityKind) => {
    if (name === 'all' || name === kind) return true;
    if (name === 'collects' ? !showsCollects : name !== 'articles' && !has(name)) return false;
    return counts[name] > 0;
  };
  const shown = (Object.keys(chips) as ActivityKind[]).filter(isOn);
  if (shown.length < 3 && kind === 'all') return null;
  return (
    <nav className="activity-chips" aria-label="近况的种类">
      {shown.map((name) => (
        <Link
          key={name}
          className="chip"
          to={addressOf(name)}
          aria-current={name === kind ? 'true' : undefined}
          preventScrollReset
        >
          {chips[name]}
          {name !== 'all' && counts[name] > 0 && <span className="small-count">{figures(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  );
}
