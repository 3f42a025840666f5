import { type Change, changesOf } from './changes-of.ts';

const most = 3;

/** What an act changed: a few at once, the rest behind a word. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <span>—</span>;
  const rest = changes.slice(most);
  return (
    <div className="changes">
      <List changes={changes.slice(0, most)} />
      {rest.length > 0 && (
        <details>
          <summary>还有 {rest.length} 处</summary>
          <List changes={rest} />
        </details>
      )}
    </div>
  );
}

function List({ changes }: { changes: Change[] }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <small>{field}</small>}
          {before && <del>{before}</del>}
          {before && after && <span aria-hidden="true"> → </span>}
          {after && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
