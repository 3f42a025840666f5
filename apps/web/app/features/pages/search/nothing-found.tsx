import type { SearchReply } from '@mojian/contract/pages/search';
import { Link } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { NumberedTitles } from '../../content/articles/numbered-titles.tsx';
import { kindsInWords, searchAddress } from './search-address.ts';

/** Searches and articles instead of words that nothing has. */
export function NothingFound({ text, results }: { text: string; results: SearchReply }) {
  const { terms, popular, readings } = results;
  const kinds = kindsInWords(useHas());
  return (
    <div className="search-none">
      <div>
        <h2>{`没有找到「${text}」`}</h2>
        <p>
          {`${kinds.join('、')}里都没有。`}少写一个字，或者换个说法再试；也可以去<Link to="/archive">归档</Link>与
          <Link to="/tags">标签</Link>里翻翻。
        </p>
      </div>
      <div className="search-none-ways">
        {terms.length > 0 && (
          <Ways title="拆开来找">
            {terms.map(({ text: term, total }) => (
              <Link key={term} to={searchAddress(term)}>
                {term}
                <sup>{total}</sup>
              </Link>
            ))}
          </Ways>
        )}
        {popular.length > 0 && (
          <Ways title="常有人找">
            {popular.map((word) => (
              <Link key={word} to={searchAddress(word)}>
                {word}
              </Link>
            ))}
          </Ways>
        )}
        {readings.length > 0 && (
          <section>
            <div className="section-head">
              <h2>不如读一篇</h2>
            </div>
            <NumberedTitles articles={readings} />
          </section>
        )}
      </div>
    </div>
  );
}

function Ways({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <p className="search-words">{children}</p>
    </section>
  );
}
