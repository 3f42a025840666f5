import { type Focus, focusOf } from './focus.ts';

type Props = {
  article: { cover: string; coverNumber: number } & Partial<Focus>;
  shape?: 'wide' | 'banner';
  /** How wide it is shown, as in the `sizes` attribute: phones and rows then fetch the half-size print. */
  sizes: string;
  /** The first picture of the screen: fetched at once. */
  eager?: boolean;
};

const pixels = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };

/** The author's picture, or the drawn one in its day and its night print; the theme shows one of the two. */
export function Cover({ article, shape = 'wide', sizes, eager = false }: Props) {
  const { cover, coverNumber } = article;
  const common = { decoding: 'async', sizes, ...pixels[shape] } as const;
  const first = eager ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  if (cover) {
    const instead = { 'data-drawn': coverNumber, 'data-shape': shape, ...focusOf(article) };
    return <img alt="" className="cv photo" src={cover} {...instead} {...common} {...first} />;
  }
  return (
    <>
      <img alt="" className="cv by-day" {...drawn(coverNumber, shape, 'day')} {...common} {...first} />
      <img alt="" className="cv by-night" {...drawn(coverNumber, shape, 'night')} {...common} loading="lazy" />
    </>
  );
}

/** The addresses of a drawn cover. */
export function drawn(number: number, shape: 'wide' | 'banner', theme: 'day' | 'night') {
  const { width } = pixels[shape];
  const path = `/cover/v1/${number}${shape === 'banner' ? '-banner' : ''}-${theme}`;
  return { src: `${path}.webp`, srcSet: `${path}-half.webp ${width / 2}w, ${path}.webp ${width}w` };
}
