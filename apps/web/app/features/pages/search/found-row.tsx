import { pictureSet } from '@mojian/contract/core/picture-set';
import type { FoundWriting } from '@mojian/contract/pages/search';
import { Link } from 'react-router';
import { useHas } from '../../../site/features-on.ts';
import { Count } from '../../../ui/count.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { figures } from '../../../ui/figures.ts';
import { longDate } from '../../../ui/moment.tsx';
import { Marked } from './marked.tsx';
import { kindWords } from './search-address.ts';

type Props = { found: FoundWriting; marks: string[] };

/** A result: its kind, the words around the hit, and its picture. Says and comments are their own words. */
export function FoundRow({ found, marks }: Props) {
  const { kind, path, title, summary } = found;
  return (
    <li className="search-found" data-kind={kind} data-author={found.authorId}>
      <span className="search-found-kind">{kindWords[kind]}</span>
      <div>
        {kind === 'say' || kind === 'comment' ? (
          <p className="search-found-words">
            <Link className="search-found-link" to={path}>
              {kind === 'comment' && '「'}
              <Marked text={summary} marks={marks} />
              {kind === 'comment' && '」'}
            </Link>
          </p>
        ) : (
          <>
            <h2>
              <Link className="search-found-link" to={path}>
                <Marked text={title} marks={marks} />
              </Link>
            </h2>
            {summary && (
              <p className="clamp-2">
                <Marked text={summary} marks={marks} />
              </p>
            )}
          </>
        )}
        <FoundMeta found={found} />
      </div>
      <FoundPicture found={found} />
    </li>
  );
}

function FoundMeta({ found }: { found: FoundWriting }) {
  const { kind, author, date, comments, card, articles, about } = found;
  const has = useHas();
  return (
    <div className="meta">
      {card?.category && (
        <span className="pigment" data-pigment={card.category.pigment}>
          {card.category.name}
        </span>
      )}
      {kind === 'series' && <span>{`${figures(articles)} 篇`}</span>}
      {author && <span>{author}</span>}
      <time dateTime={date}>{longDate(date)}</time>
      {has('comments') && <Count icon="talk" words="评论" value={comments} />}
      {about && <span>{kind === 'comment' && `在《${about}》后面`}</span>}
    </div>
  );
}

const sizes = '(max-width: 640px) 88px, 168px';

function FoundPicture({ found: { kind, card, picture, path, title } }: { found: FoundWriting }) {
  if (kind === 'article' && card && (card.original || card.cover !== ''))
    return (
      <Link className="cover-box" to={path} tabIndex={-1} aria-hidden="true">
        <Cover article={card} sizes={sizes} />
      </Link>
    );
  if (kind === 'say' && picture !== '')
    return (
      <span className="cover-box">
        <img className="cover photo" alt="" src={picture} srcSet={pictureSet(picture)} sizes={sizes} loading="lazy" />
      </span>
    );
  if (kind === 'series')
    return (
      <span className="search-spine" aria-hidden="true">
        <b>{title}</b>
      </span>
    );
  return null;
}
