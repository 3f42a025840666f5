import type { AuditRow } from '@mojian/contract/core/audit';
import './audit.css';
import { type Change, changesOf } from '@mojian/contract/core/act-changes';
import { fieldName, takesAway, valueText } from '@mojian/contract/core/act-words';

type Props = Pick<AuditRow, 'act' | 'subject' | 'before' | 'after'>;

const most = 3;

/** What an act changed: a few at once, the rest behind a word. */
export function Changes(row: Props) {
  const changes = changesOf(row.before, row.after);
  if (changes.length === 0) return null;
  const rest = changes.slice(most);
  return (
    <div className="changes">
      <List changes={changes.slice(0, most)} row={row} />
      {rest.length > 0 && (
        <details>
          <summary>还有 {rest.length} 处</summary>
          <List changes={rest} row={row} />
        </details>
      )}
    </div>
  );
}

function List({ changes, row }: { changes: Change[]; row: Props }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <small>{fieldName(row, field)}</small>}
          {before !== undefined && (
            <Before isGone={after !== undefined || takesAway(row.act)}>{valueText(row, field, before)}</Before>
          )}
          {before !== undefined && after !== undefined && <span> → </span>}
          {after !== undefined && <ins>{valueText(row, field, after)}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** Struck out where it is something else now, or gone. */
function Before({ isGone, children }: { isGone: boolean; children: string }) {
  return isGone ? <del>{children}</del> : <span className="as-it-is">{children}</span>;
}
