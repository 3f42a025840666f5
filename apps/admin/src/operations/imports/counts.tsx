import { kindWords, outcomeWords } from '@mojian/contract/operations/import-words';
import type { ImportCounts, ImportPreview } from '@mojian/contract/operations/imports';
import { Button } from 'antd';
import { useId, useState } from 'react';

const outcomes = ['added', 'updated', 'unchanged', 'skipped', 'waiting', 'failed'] as const;
const number = (count: number) => count.toLocaleString('zh-CN');

/** Numbers of a file or run, a row per kind; outcomes that never occur have no column. */
export function CountTable({ counts, title }: { counts: ImportCounts[]; title: string }) {
  const shown = outcomes.filter((outcome) => outcome === 'added' || counts.some((count) => count[outcome] > 0));
  return (
    <section className="count-table" aria-label={title} tabIndex={shown.length > 3 ? 0 : undefined}>
      <table className="number-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">文件里</th>
            {shown.map((outcome) => (
              <th key={outcome} scope="col">
                {outcomeWords[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <tr key={count.kind}>
              <th scope="row">{kindWords[count.kind]}</th>
              <td>{number(count.inFile)}</td>
              {shown.map((outcome) => (
                <td key={outcome} data-outcome={outcome} data-none={count[outcome] === 0 || undefined}>
                  {count[outcome] === 0 ? '—' : number(count[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Loss = ImportPreview['losses'][number];
const fewLosses = 6;

/** Things that do not come over or come over changed, the commonest first, each with examples. */
export function Losses({ losses }: { losses: Loss[] }) {
  const id = useId();
  const [isAll, setAll] = useState(false);
  if (losses.length === 0) return null;
  const shown = isAll ? losses : losses.slice(0, fewLosses);
  return (
    <section className="import-part" aria-labelledby={id}>
      <h3 id={id}>过不来的，和变了样的</h3>
      <ul className="rows count-losses">
        {shown.map(({ thing, reason, count, places }) => (
          <li key={`${thing} ${reason}`}>
            <p>
              <b>{thing}</b>
              {reason}
            </p>
            <span>{number(count)} 处</span>
            {places.length > 0 && (
              <small>
                {places.join('、')}
                {count > places.length && ' 等'}
              </small>
            )}
          </li>
        ))}
      </ul>
      {losses.length > shown.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          全部 {losses.length} 种
        </Button>
      )}
    </section>
  );
}
