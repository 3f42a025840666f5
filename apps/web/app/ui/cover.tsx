import { useContext } from 'react';
import { UsualPrint } from './usual-print.ts';

type Props = {
  article: { cover: string; coverNumber: number } & Partial<Focus>;
  shape?: 'wide' | 'banner';
  /** How wide it is shown, as in the `sizes` attribute: phones and rows then fetch the half-size print. */
  sizes: string;
  /** The first picture of the screen: fetched at once. */
  eager?: boolean;
};

const later = { loading: 'lazy' } as const;
const pixels = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };

/** The author's picture, or the drawn one in its day and its night print; the theme shows one of the two. */
export function Cover({ article, shape = 'wide', sizes, eager = false }: Props) {
  const { cover, coverNumber } = article;
  const common = { decoding: 'async', sizes, ...pixels[shape] } as const;
  const usual = useContext(UsualPrint);
  const first = eager ? ({ fetchPriority: 'high' } as const) : later;
  if (cover) {
    const instead = { 'data-drawn': coverNumber, 'data-shape': shape, ...focusOf(article) };
    return <img alt="" className="cv photo" src={cover} {...instead} {...common} {...first} />;
  }
  const print = (time: 'day' | 'night') => ({ ...drawn(coverNumber, shape, time), ...common });
  const [day, night] = usual === 'day' ? [first, later] : [later, first];
  return (
    <>
      <img alt="" className="cv by-day" {...print('day')} {...day} />
      <img alt="" className="cv by-night" {...print('night')} {...night} />
    </>
  );
}

/** The addresses of a drawn cover. */
export function drawn(number: number, shape: 'wide' | 'banner', theme: 'day' | 'night') {
  const { width } = pixels[shape];
  const path = `/cover/v1/${number}${shape === 'banner' ? '-banner' : ''}-${theme}`;
  return { src: `${path}.webp`, srcSet: `${path}-half.webp ${width / 2}w, ${path}.webp ${width}w` };
}

/** What of a picture stays in sight wherever it is cut, in per cent from the left and from the top. */
export type Focus = { focusX: number; focusY: number };

/**
 * The focal point as attributes for marks.css, in steps of ten: the pages' rules forbid style attributes. The middle
 * needs none.
 */
export function focusOf({ focusX = 50, focusY = 50 }: Partial<Focus>) {
  return { ...step('data-fx', focusX), ...step('data-fy', focusY) };
}

function step(name: string, percent: number) {
  const tenths = Math.round(Math.min(100, Math.max(0, percent)) / 10);
  return tenths === 5 ? {} : { [name]: tenths };
}
