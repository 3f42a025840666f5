import { pictureSet } from '@mojian/contract/core/picture-set';
import type { Home } from '@mojian/contract/pages/home';
import { Icon } from '@mojian/ui/icon';
import { useRef } from 'react';
import { useHas } from '../../../site/features-on.ts';
import { Link } from '../../../ui/link.tsx';
import { monthAndDay } from '../../../ui/moment.tsx';

/** 11-22 → 11月22日 */
const shortDate = (at: string) => monthAndDay(at).split('-').map(Number).join('月').concat('日');

/** 影: a strip of pictures in their own proportions, from the left edge of the page to that of the window. */
export function Photos({ photos }: { photos: Home['photos'] }) {
  const strip = useRef<HTMLElement>(null);
  const has = useHas();
  const go = (by: 1 | -1) => strip.current?.scrollBy({ left: by * strip.current.clientWidth * 0.7 });
  return (
    <section className="home-section home-photos" aria-label="影">
      <div className="wrap">
        <div className="section-head">
          <h2>影</h2>
          <span className="home-photos-go scripted">
            <button className="icon-button" type="button" aria-label="往前" onClick={() => go(-1)}>
              <Icon name="left" />
            </button>
            <button className="icon-button" type="button" aria-label="往后" onClick={() => go(1)}>
              <Icon name="right" />
            </button>
          </span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section className="home-strip" ref={strip} tabIndex={0} aria-label="照片，可以左右滚动">
        {photos.map((photo) => (
          <PhotoTile key={photo.url} photo={photo} />
        ))}
        {has('says') && (
          <Link className="home-strip-end" to="/say">
            去说说里看
          </Link>
        )}
      </section>
    </section>
  );
}

function PhotoTile({ photo: { url, width, height, caption, path, createdAt } }: { photo: Home['photos'][number] }) {
  const date = shortDate(createdAt);
  return (
    <figure>
      <Link to={path}>
        <span className="cover-box">
          <img
            className="photo"
            srcSet={pictureSet(url)}
            sizes="(max-width: 640px) 310px, 560px"
            src={url}
            alt={caption || `${date}的照片`}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
          />
        </span>
        <span className="home-strip-caption split type-note dim" aria-hidden="true">
          <b>{caption}</b>
          <span>{date}</span>
        </span>
      </Link>
    </figure>
  );
}
