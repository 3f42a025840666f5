export function Failed({ retry }: { retry: () => void }) {
  return (
    <>
      <b>加载失败</b>
      <p>网络打了个盹，词还在，可以重试。</p>
      <button className="btn btn-sm" type="button" onClick={retry}>
        重试
      </button>
    </>
  );
}

/** Skeleton rows as high as results. */
export function Waiting() {
  return (
    <div className="search-dialog-list search-dialog-wait">
      {[1, 2, 3].map((row) => (
        <p key={row}>
          <span className="skeleton" />
          <span className="skeleton" />
        </p>
      ))}
    </div>
  );
}
