import { lunarDay } from '@mojian/contract/platform/chinese-calendar';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { dayInChina } from '../../ui/moment.tsx';
import './lanterns.css';

/** Two lanterns below the header and, on the home page, a greeting. */
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
          <p className="lantern-year row gap-4 sub">
            <b className="accent">{day ?? '新年'}</b>岁岁平安，见字如面
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

/** Name of the day from 腊月廿三 to 正月十五 in China time; undefined on other days. */
export function newYearDay(now: number): string | undefined {
  const { month, isLeap, day, length } = lunarDay(dayInChina(new Date(now).toISOString())) ?? {};
  if (!day || isLeap) return undefined;
  if (month === 12) return nameOfTwelfth(day, day === length);
  return month === 1 && day <= 15 ? nameOfFirst(day) : undefined;
}

function nameOfTwelfth(date: number, isLast: boolean) {
  if (isLast) return '除夕';
  if (date < 23) return undefined;
  return date < 25 ? '小年' : `腊月${numeral(date)}`;
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
