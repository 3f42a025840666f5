import type { ArticleContent } from '@mojian/contract/content/article-content';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { type ChangedField, changedFields, type NamedSeries } from './changed-fields.ts';
import type { Passage, Piece } from './compare-texts.ts';
import './compare.css';

/** `names`: labels of the earlier and the later version; `series`: those of the author. */
type Props = {
  before: ArticleContent;
  after: ArticleContent;
  series: NamedSeries[];
  names?: [before: string, after: string];
};

/** Comparison of two versions of an article: changed fields, then the text word by word with jumps between changes. */
export function Comparison({ before, after, series, names = ['这一版', '现在'] }: Props) {
  const passages = useComparison(before.markdown, after.markdown);
  const fields = changedFields(before, after, series);
  if (passages === undefined)
    return (
      <p className="compare-waiting" role="status">
        正在比较…
      </p>
    );
  if (passages === 'failed') return <p className="compare-waiting">比较失败，请关闭后重新打开。</p>;
  return <Compared fields={fields} passages={passages} names={names} />;
}

type ComparedProps = { fields: ChangedField[]; passages: Passage[]; names: [string, string] };

function Compared({ fields, passages, names: [older, newer] }: ComparedProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  const count = passages.filter(({ kind }) => kind === 'changed').length;
  const jump = (to: number) => {
    setCurrent(to);
    ref.current?.querySelector(`[data-change="${to}"]`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className="compare" ref={ref}>
      <Jumps current={current} count={count} jump={jump} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard */}
      <section className="compare-text" tabIndex={0} aria-label="改动">
        {fields.length > 0 && <Fields fields={fields} />}
        {count === 0 ? (
          <p className="compare-no-change">{fields.length > 0 ? '正文没有变。' : `和${newer}的一样，没有改动。`}</p>
        ) : (
          <>
            <div className="compare-sides" aria-hidden="true">
              <span>{older}</span>
              <span>{newer}</span>
            </div>
            <Passages passages={passages} current={current} />
          </>
        )}
      </section>
    </div>
  );
}

type JumpsProps = { current: number; count: number; jump: (to: number) => void };

function Jumps({ current, count, jump }: JumpsProps) {
  return (
    <div className="compare-jumps">
      <span role="status">
        {count === 0 ? '正文没有改动' : current < 0 ? `正文改了 ${count} 处` : `第 ${current + 1} 处，共 ${count} 处`}
      </span>
      <button
        type="button"
        className="compare-jumps-turned"
        aria-label="上一处改动"
        disabled={current <= 0}
        onClick={() => jump(current - 1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" aria-label="下一处改动" disabled={current >= count - 1} onClick={() => jump(current + 1)}>
        <Icon name="down" />
      </button>
    </div>
  );
}

function Fields({ fields }: { fields: ChangedField[] }) {
  return (
    <dl className="changed-fields">
      {fields.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>{before || '（空）'}</del>
            <Icon name="right" />
            <ins>{after || '（空）'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Unchanged lines shown around a change. */
const around = 2;

type PassagesProps = { passages: Passage[]; current: number };

/** Changes side by side, or stacked on a phone (by the style sheet). */
function Passages({ passages, current }: PassagesProps) {
  let change = -1;
  return (
    <div className="compare-passages">
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
    <div className="compare-change" data-change={number} aria-current={isCurrent || undefined}>
      <p className="compare-side">
        <Pieces pieces={before} />
      </p>
      <p className="compare-side">
        <Pieces pieces={after} />
      </p>
      <p className="compare-both">
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

/** Shows unchanged lines only near a change. */
function Same({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const head = isFirst ? 0 : around;
  const tail = isLast ? 0 : around;
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return <Lines lines={lines} />;
  return (
    <>
      <Lines lines={lines.slice(0, head)} />
      <p className="compare-skipped">{`${hidden} 行没有变`}</p>
      <Lines lines={lines.slice(lines.length - tail)} />
    </>
  );
}

function Lines({ lines }: { lines: string[] }) {
  const text = lines.join('\n');
  if (text.trim() === '') return null;
  return (
    <div className="compare-same">
      <p className="compare-side">{text}</p>
      <p className="compare-side">{text}</p>
      <p className="compare-both">{text}</p>
    </div>
  );
}

type Result = { before: string; passages: Passage[] | 'failed' };

/** Compares texts in a worker; undefined until done. */
function useComparison(before: string | undefined, after: string) {
  const [compared, setCompared] = useState<Result>();
  useEffect(() => {
    if (before === undefined) return;
    const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Passage[]>) => setCompared({ before, passages: data });
    worker.onerror = () => setCompared({ before, passages: 'failed' });
    worker.postMessage({ before, after });
    return () => worker.terminate();
  }, [before, after]);
  return compared !== undefined && compared.before === before ? compared.passages : undefined;
}
