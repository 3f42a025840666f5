import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { newYearDay } from './new-year.ts';
import './lanterns.css';

/** Two lanterns below the header and, at home, a line of greeting. Source: look/lantern.html. */
export function Lanterns({ always }: { always: boolean }) {
  const { pathname } = useLocation();
  const day = newYearDay(Date.now());
  const header = document.querySelector('.hd');
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
          <p className="year9">
            <b>{day ?? '新年'}</b>岁岁平安，见字如面
          </p>
        </div>
      )}
    </>
  );
}

function Lantern({ side, word }: { side: 'a' | 'b'; word: string }) {
  return (
    <span className={`lan ${side}`} aria-hidden="true">
      <svg viewBox="0 0 64 132" aria-hidden="true">
        <path className="cord" d="M32 0v30" />
        <path className="glow" d="M32 30c20 0 29 11 29 24s-9 24-29 24S3 67 3 54s9-24 29-24z" />
        <path className="body" d="M32 32c18 0 26 10 26 22s-8 22-26 22S6 66 6 54s8-22 26-22z" />
        <path className="rib" d="M32 32c-11 4-15 12-15 22s4 18 15 22M32 32c11 4 15 12 15 22s-4 18-15 22M32 32v44" />
        <path className="cap" d="M22 28h20v5H22zM22 75h20v5H22z" />
        <path className="silk" d="M28 80v24M32 80v30M36 80v24M30 80v28M34 80v28" />
        <text x="32" y="62">
          {word}
        </text>
      </svg>
    </span>
  );
}
