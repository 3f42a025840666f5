/** Rows of the height articles will have, while they are on their way. */
export function ArticleListWaiting({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div className="post waiting" key={row}>
          <div className="cvbox sk" />
          <div className="body">
            <div className="sk" />
            <div className="sk" />
            <div className="sk" />
            <div className="sk" />
          </div>
        </div>
      ))}
    </div>
  );
}
