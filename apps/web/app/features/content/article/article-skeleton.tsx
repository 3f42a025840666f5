/** Overlay shown after a delay while the next article loads. The page below keeps its scroll position. */
export function ArticleSkeleton() {
  return (
    <div className="article-skeleton" role="status" aria-label="正在加载文章">
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
      <i className="skeleton" />
    </div>
  );
}
