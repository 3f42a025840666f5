import type { NeighbourArticle } from '@mojian/contract/pages/neighbours';
import { Face } from '../../../ui/face.tsx';
import { Link } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';

/** The newest article of each of six friends. */
export function NeighboursNews({ articles }: { articles: NeighbourArticle[] }) {
  return (
    <section className="home-section neighbours-news wrap" aria-label="友邻新文">
      <div className="section-head">
        <h2>友邻新文</h2>
        <Link className="section-more" to="/neighbours">
          都在这里
        </Link>
      </div>
      <ul>
        {articles.map(({ id, title, url, publishedAt, neighbour }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <span className="neighbours-news-site dim">
                <Face name={neighbour.name} picture={ownPicture(neighbour.avatar)} size="s" />
                <span>{neighbour.name}</span>
                <Moment at={publishedAt} />
              </span>
              <b>{title}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
