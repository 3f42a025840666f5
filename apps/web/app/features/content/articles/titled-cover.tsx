import type { ArticleCard } from '@mojian/contract/content/articles';
import { Cover } from '../../../ui/cover.tsx';
import { Link } from '../../../ui/link.tsx';

type Props = { article: ArticleCard; sizes: string; isPictured?: boolean };

/** Cover of an article in a row of others, with its category and title below. */
export function TitledCover({ article, sizes, isPictured = true }: Props) {
  return (
    <>
      {isPictured && (
        <Link className="cover-box" to={article.path} tabIndex={-1} aria-hidden="true">
          <Cover article={article} sizes={sizes} />
        </Link>
      )}
      {article.category && (
        <Link className="label" to={`/category?id=${article.category.id}`}>
          {article.category.name}
        </Link>
      )}
      <h3>
        <Link className="hover-line" to={article.path}>
          {article.title}
        </Link>
      </h3>
    </>
  );
}
