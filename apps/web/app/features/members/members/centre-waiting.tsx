/** Skeleton of the personal centre. */
export function CentreWaiting() {
  return (
    <main id="main" className="user-page" aria-busy="true">
      <h1 className="vh">个人中心</h1>
      <div className="user-cover sk" />
      <div className="wrap user-head" aria-hidden="true">
        <div className="who-face">
          <i className="av av-xl sk" />
        </div>
        <div className="who-words waits">
          <i className="sk" />
          <i className="sk" />
        </div>
      </div>
    </main>
  );
}

/** Skeleton of the member's comments. */
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
