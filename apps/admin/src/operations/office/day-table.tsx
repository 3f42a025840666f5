import { useState } from 'react';
import { withCommas } from './words.ts';
import './day-table.css';

type Props = { days: string[]; columns: { title: string; values: number[] }[] };

/** What the chart shows as a table, the newest day first. Made only for those who open it. */
export function DayTable({ days, columns }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="day-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>以表格查看</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section aria-label="每天的数目，可以上下滚动" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">日期</th>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days.entries()].reverse().map(([index, day]) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {columns.map(({ title, values }) => (
                    <td key={title}>{withCommas(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
