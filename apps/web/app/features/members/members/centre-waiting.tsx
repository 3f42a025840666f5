import './user.css';
/** Skeleton of the personal centre. */
export function CentreWaiting() {
  return (
    <main id="main" className="user-page" aria-busy="true">
      <h1 className="visually-hidden">个人中心</h1>
      <div className="user-cover skeleton" />
      <div className="wrap user-head" aria-hidden="true">
        <div className="user-face">
          <i className="face face-xl skeleton" />
        </div>
        <div className="user-words user-words-waiting">
          <i className="skeleton" />
          <i className="skeleton" />
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
          <i className="skeleton" />
          <i className="skeleton" />
        </li>
      ))}
    </ul>
  );
}
