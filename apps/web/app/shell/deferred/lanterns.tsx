import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import './lanterns.css';

/** Two lanterns below the header and, on the home page, a greeting. Source: look/lantern.html. */
export function Lanterns({ always }: { always: boolean }) {
  const { pathname } = useLocation();
  const day = newYearDay(Date.now());
  const header = document.querySelector('.header');
  if (!header || !(day || always)) return null;
  return (
    <>
      {createPortal(
        <>
          <Lantern side="a" word="岁" />
          <Lantern side="b" word="安" />
        </>,
        header,
      )}
      {pathname === '/' && (
        <div className="wrap">
          <p className="lantern-year">
            <b>{day ?? '新年'}</b>岁岁平安，见字如面
          </p>
        </div>
      )}
    </>
  );
}

function Lantern({ side, word }: { side: 'a' | 'b'; word: string }) {
  return (
    <span className={`lantern lantern-${side}`} aria-hidden="true">
      <svg viewBox="0 0 64 132" aria-hidden="true">
        <path className="lantern-cord" d="M32 0v30" />
        <path className="lantern-glow" d="M32 30c20 0 29 11 29 24s-9 24-29 24S3 67 3 54s9-24 29-24z" />
        <path className="lantern-body" d="M32 32c18 0 26 10 26 22s-8 22-26 22S6 66 6 54s8-22 26-22z" />
        <path
          className="lantern-rib"
          d="M32 32c-11 4-15 12-15 22s4 18 15 22M32 32c11 4 15 12 15 22s-4 18-15 22M32 32v44"
        />
        <path className="lantern-cap" d="M22 28h20v5H22zM22 75h20v5H22z" />
        <path className="lantern-silk" d="M28 80v24M32 80v30M36 80v24M30 80v28M34 80v28" />
        <text x="32" y="62">
          {word}
        </text>
      </svg>
    </span>
  );
}

const day = 86_400_000;
const chinaOffset = 8 * 3_600_000;

/**
 * 正月初一 of each year, from the new moons in China time; `*` after a twelfth month of thirty days. A table, because
 * the browsers' own calendar (Intl, `zh-u-ca-chinese`) is a day off where the moon turns near midnight: 2027 and 2030.
 */
const newYears = `2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03* 2031-01-23 2032-02-11 2033-01-31* 2034-02-19*
2035-02-08* 2036-01-28* 2037-02-15* 2038-02-04* 2039-01-24 2040-02-12 2041-02-01 2042-01-22* 2043-02-10* 2044-01-30*
2045-02-17* 2046-02-06* 2047-01-26* 2048-02-14* 2049-02-02 2050-01-23`;

/** Name of the day from 腊月廿三 to 正月十五 in China time; undefined on other days. */
export function newYearDay(now: number): string | undefined {
  const today = Math.floor((now + chinaOffset) / day);
  const year = new Date(now + chinaOffset).getUTCFullYear();
  const [, date, long] = new RegExp(`(${year}-\\d\\d-\\d\\d)(\\*?)`).exec(newYears) ?? [];
  if (!date) return undefined;

  const after = today - Date.parse(date) / day;
  const lastOfTwelfth = long ? 30 : 29;
  if (after >= 0) return after < 15 ? nameOfFirst(after + 1) : undefined;
  if (after === -1) return '除夕';
  const twelfth = lastOfTwelfth + 1 + after;
  if (twelfth < 23) return undefined;
  return twelfth < 25 ? '小年' : `腊月${numeral(twelfth)}`;
}

function nameOfFirst(date: number) {
  if (date === 1) return '春节';
  return date === 15 ? '元宵' : `正月${numeral(date)}`;
}

/** 初一 … 初十, 十一 … 廿九. */
function numeral(date: number) {
  if (date % 10 === 0) return ['初十', '二十', '三十'][date / 10 - 1];
  return '初十廿'.charAt(Math.floor(date / 10)) + '一二三四五六七八九'.charAt((date % 10) - 1);
}
