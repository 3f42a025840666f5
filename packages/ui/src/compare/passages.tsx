import type { Passage, Piece } from './compare-texts.ts';

/** Lines that stay, left standing around a change. */
const around = 2;

type Props = { passages: Passage[]; current: number };

/** What became of the text. Side by side where there is room, one below the other on a phone: the style sheet decides. */
export function Passages({ passages, current }: Props) {
  let change = -1;
  return (
    <div className="passages">
      {passages.map((passage, at) => {
        if (passage.kind === 'changed') change++;
        const key = `${at} ${passage.kind}`;
        if (passage.kind === 'changed')
          return <Change key={key} pieces={passage.pieces} number={change} isCurrent={change === current} />;
        return <Same key={key} lines={passage.lines} isFirst={at === 0} isLast={at === passages.length - 1} />;
      })}
    </div>
  );
}

function Change({ pieces, number, isCurrent }: { pieces: Piece[]; number: number; isCurrent: boolean }) {
  const before = pieces.filter(({ kind }) => kind !== 'new');
  const after = pieces.filter(({ kind }) => kind !== 'gone');
  return (
    <div className="change" data-change={number} aria-current={isCurrent || undefined}>
      <p className="side">
        <Pieces pieces={before} />
      </p>
      <p className="side">
        <Pieces pieces={after} />
      </p>
      <p className="both">
        <Pieces pieces={pieces} />
      </p>
    </div>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ kind, text }, at) => {
    const key = `${at} ${kind}`;
    if (kind === 'gone') return <del key={key}>{text}</del>;
    return kind === 'new' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
  });
}

/** Only what is near a change is shown of what stayed the same. */
function Same({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const head = isFirst ? 0 : around;
  const tail = isLast ? 0 : around;
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return <Lines lines={lines} />;
  return (
    <>
      <Lines lines={lines.slice(0, head)} />
      <p className="skipped">{`${hidden} 行没有变`}</p>
      <Lines lines={lines.slice(lines.length - tail)} />
    </>
  );
}

function Lines({ lines }: { lines: string[] }) {
  const text = lines.join('\n');
  if (text.trim() === '') return null;
  return (
    <div className="same">
      <p className="side">{text}</p>
      <p className="side">{text}</p>
      <p className="both">{text}</p>
    </div>
  );
}
