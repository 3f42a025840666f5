import { Link } from '../../../ui/link.tsx';
import './numbered-titles.css';

/** Titles of articles to read next, numbered from the first. */
export function NumberedTitles({ articles }: { articles: { id: number; path: string; title: string }[] }) {
  return (
    <ol className="numbered-titles">
      {articles.map(({ id, path, title }, at) => (
        <li key={id}>
          <span aria-hidden="true">{at + 1}</span>
          <Link to={path}>
            <b>{title}</b>
          </Link>
        </li>
      ))}
    </ol>
  );
}
