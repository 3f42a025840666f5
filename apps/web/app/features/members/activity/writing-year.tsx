import type { WritingYear } from '@mojian/contract/members/activity';
import { dayName, dayNumber } from '@mojian/contract/platform/time';
import './writing-year.css';

type Props = { year: WritingYear; small?: boolean };

/** Twelve months as small calendars of ink drops, a drop a day; the sentence says the same. */
export function WritingYearBand({ year, small = false }: Props) {
  return (
    <section className={small ? 'writing-year writing-year-small' : 'writing-year'}>
      <div className={small ? 'section-head' : 'writing-year-head'}>
        <h2>一年的墨</h2>
        {!small && (
          <>
            <p className="dim">{sentenceOf(year)}</p>
            <span className="writing-year-inks push dim" aria-hidden="true">
              清
              {[1, 2, 3, 4].map((ink) => (
                <i key={ink} className={`writing-year-${ink}`} />
              ))}
              焦
            </span>
          </>
        )}
      </div>
      <div className="writing-year-months" role="img" aria-label={sentenceOf(year)}>
        {monthsOf(year).map((month) => (
          <Month key={month.name + month.first} {...month} today={numberOf(year.to)} />
        ))}
      </div>
      {small && <p className="writing-year-first dim">{sentenceOf(year)}</p>}
    </section>
  );
}

type MonthOfInk = { name: string; first: number; last: number; counts: Map<number, number> };

/** Distance and centre of the drops, seven in a row. */
const step = 13;
const centre = 6.5;
const radius = [1.7, 3, 3.8, 4.6, 5.4];

function Month({ name, first, last, counts, today }: MonthOfInk & { today: number }) {
  const isNow = today >= first && today <= last;
  const offset = weekday(first);
  const days = Array.from({ length: Math.min(last, today) - first + 1 }, (_, at) => first + at);
  const place = (day: number) => ({
    cx: centre + step * ((day - first + offset) % 7),
    cy: centre + step * Math.floor((day - first + offset) / 7),
  });
  const empty = days.filter((day) => !counts.has(day) && day !== today);
  return (
    <figure className={isNow ? 'writing-year-now' : undefined}>
      <svg viewBox="0 0 91 78" aria-hidden="true">
        <path className="writing-year-0" d={empty.map((day) => dot(place(day))).join('')} />
        {days
          .filter((day) => counts.has(day) || day === today)
          .map((day) => {
            const count = counts.get(day) ?? 0;
            const ink = inkOf(count);
            return (
              <circle
                key={day}
                className={day === today ? 'writing-year-today' : `writing-year-${ink}`}
                r={day === today ? radius[3] : radius[ink]}
                {...place(day)}
              >
                <title>{count > 0 ? `${dayWords(day)}，写了 ${count} 次` : `${dayWords(day)}，今天`}</title>
              </circle>
            );
          })}
      </svg>
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** A circle as part of a path: a day without a word needs no element of its own. */
function dot({ cx, cy }: { cx: number; cy: number }) {
  const r = radius[0] ?? 0;
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** 无 清 淡 重 浓 by the number of a day. */
function inkOf(count: number) {
  if (count > 4) return 4;
  return count > 2 ? 3 : count;
}

const numberOf = (day: string) => dayNumber(Date.parse(`${day}T00:00:00+08:00`));
/** 0 Monday to 6 Sunday; day 0 was a Thursday. */
const weekday = (day: number) => (day + 3) % 7;

function dayWords(day: number) {
  const [, month, date] = dayName(day).split('-').map(Number);
  return `${month} 月 ${date} 日`;
}

export const monthNames = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'].map(
  (number) => `${number}月`,
);

function monthsOf({ from, days }: WritingYear): MonthOfInk[] {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const counts = new Map(days.map(({ day, count }) => [numberOf(day), count]));
  return Array.from({ length: 12 }, (_, at) => {
    const start = (next: number) => numberOf(new Date(Date.UTC(year, month - 1 + next, 1)).toISOString().slice(0, 10));
    return { name: monthNames[(month - 1 + at) % 12] ?? '', first: start(at), last: start(at + 1) - 1, counts };
  });
}

const timeWords = {
  morning: '多在清早',
  forenoon: '多在上午',
  afternoon: '多在下午',
  evening: '多在晚上',
  night: '多在夜里十点以后',
};

/** 过去一年写了 274 次，最长连写 19 天，多在夜里十点以后 */
function sentenceOf({ total, streak, mostly, days }: WritingYear) {
  const [first] = days;
  if (!first) return '过去一年还没有落笔';
  if (days.length === 1) return `这一年的墨，落在 ${dayWords(numberOf(first.day))}`;
  const run = streak > 1 ? `最长连写 ${streak} 天` : '';
  return [`过去一年写了 ${total} 次`, run, mostly ? timeWords[mostly] : ''].filter(Boolean).join('，');
}
