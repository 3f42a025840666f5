import type { OwnArticleCounts } from '@mojian/contract/content/drafts';
import { Link } from 'react-router';
import { figures } from '../../../ui/figures.ts';
import { type Shelf, shelfAddress, shelves } from './states.ts';

type Props = { shelf: { state: Shelf; keyword: string }; counts: OwnArticleCounts | undefined };

/** The states, each with how many articles stand so. */
export function Shelves({ shelf: { state, keyword }, counts }: Props) {
  return (
    <nav className="shelves" aria-label="文章的状态">
      {shelves.map((shelf) => (
        <Link
          className="chip"
          key={shelf.state}
          to={shelfAddress(shelf.state, keyword)}
          aria-current={shelf.state === state ? 'page' : undefined}
          preventScrollReset
        >
          {shelf.words}
          {counts && <span className="n">{figures(counts[shelf.count])}</span>}
        </Link>
      ))}
    </nav>
  );
}
