/**
 * Lies over the page while the next article comes, after a moment's patience. The page below stays as it is, so that
 * its scroll position is kept for the way back.
 */
export function ArticleSkeleton() {
  return (
    <div className="coming" role="status" aria-label="正在加载文章">
      <i className="sk" />
      <i className="sk" />
      <i className="sk" />
      <i className="sk" />
      <i className="sk" />
    </div>
  );
}
