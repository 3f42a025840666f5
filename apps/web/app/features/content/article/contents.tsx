import type { ArticleHeading } from '@mojian/contract/content/articles';
import { areNumbered } from './article-body.tsx';

/** Links to the headings; numerals and indents are CSS, the current place is marked by `follow-reading.ts`. */
export function Contents({ headings }: { headings: ArticleHeading[] }) {
  return (
    <ol className="contents" data-numbered={areNumbered(headings) || undefined}>
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? 'sub' : undefined}>
          <a href={`#${encodeURIComponent(id)}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
}
