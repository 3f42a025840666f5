/** The place of the list before it arrives. */
export function NoticesWaiting() {
  return (
    <div className="notices-waiting" role="status" aria-label="正在加载通知">
      {[0, 1, 2].map((row) => (
        <div className="notice" key={row}>
          <span className="faces" />
          <span className="told" />
        </div>
      ))}
    </div>
  );
}
