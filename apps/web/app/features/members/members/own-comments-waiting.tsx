/** The shape of one's own comments, until they are there. */
export function OwnCommentsWaiting() {
  return (
    <ul className="own-comments" aria-busy="true" aria-label="正在加载">
      {[1, 2, 3].map((row) => (
        <li key={row} aria-hidden="true">
          <i className="sk" />
          <i className="sk" />
        </li>
      ))}
    </ul>
  );
}
