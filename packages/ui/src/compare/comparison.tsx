import type { ArticleContent } from '@mojian/contract/content/article-content';
import { useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { type ChangedField, changedFields } from './changed-fields.ts';
import type { Passage } from './compare-texts.ts';
import { Passages } from './passages.tsx';
import type { NamedSeries } from './series-name.ts';
import { useComparison } from './use-comparison.ts';
import './compare.css';

/** `names`: what the earlier and the later one are called; `series`: those of the author. */
type Props = {
  before: ArticleContent;
  after: ArticleContent;
  series: NamedSeries[];
  names?: [before: string, after: string];
};

/** How one text of an article differs from another: its fields, then the text by words, from change to change. */
export function Comparison({ before, after, series, names = ['这一版', '现在'] }: Props) {
  const passages = useComparison(before.markdown, after.markdown);
  const fields = changedFields(before, after, series);
  if (passages === undefined)
    return (
      <p className="comparing" role="status">
        正在比较…
      </p>
    );
  if (passages === 'failed') return <p className="comparing">比较失败，请关闭后重新打开。</p>;
  return <Compared fields={fields} passages={passages} names={names} />;
}

type ComparedProps = { fields: ChangedField[]; passages: Passage[]; names: [string, string] };

function Compared({ fields, passages, names: [earlier, later] }: ComparedProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  const count = passages.filter(({ kind }) => kind === 'changed').length;
  const jump = (to: number) => {
    setCurrent(to);
    ref.current?.querySelector(`[data-change="${to}"]`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className="compared" ref={ref}>
      <Jumps current={current} count={count} jump={jump} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="compared-text" tabIndex={0} aria-label="改动">
        {fields.length > 0 && <Fields fields={fields} />}
        {count === 0 ? (
          <p className="no-change">{fields.length > 0 ? '正文没有变。' : `和${later}的一样，没有改动。`}</p>
        ) : (
          <>
            <div className="sides" aria-hidden="true">
              <span>{earlier}</span>
              <span>{later}</span>
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
    <div className="jumps">
      <span role="status">
        {count === 0 ? '正文没有改动' : current < 0 ? `正文改了 ${count} 处` : `第 ${current + 1} 处，共 ${count} 处`}
      </span>
      <button
        type="button"
        className="turned"
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
