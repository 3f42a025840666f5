import { pictureSet } from '@mojian/contract/core/picture-set';
import { useContext } from 'react';
import { UsualPrint } from './usual-print.ts';

type Props = {
  article: { cover: string; coverNumber: number; coverWidth?: number | undefined } & Partial<Focus>;
  shape?: 'wide' | 'banner';
  /** As in the `sizes` attribute: phones and rows then fetch a smaller file. */
  sizes: string;
  /** The first picture of the screen: fetched at once. */
  eager?: boolean;
};

const lazy = { loading: 'lazy' } as const;
const pixels = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };

/** The author's cover, or the generated one in its light and dark file, of which CSS shows one. */
export function Cover({ article, shape = 'wide', sizes, eager = false }: Props) {
  const { cover, coverNumber } = article;
  const common = { decoding: 'async', sizes, ...pixels[shape] } as const;
  const usual = useContext(UsualPrint);
  const first = eager ? ({ fetchPriority: 'high' } as const) : lazy;
  if (cover && isWideEnough(article.coverWidth, sizes)) {
    const instead = { 'data-drawn': coverNumber, 'data-shape': shape, ...focusOf(article) };
    return (
      <img alt="" className="cover photo" srcSet={pictureSet(cover)} src={cover} {...instead} {...common} {...first} />
    );
  }
  const print = (time: 'day' | 'night') => ({ ...drawn(coverNumber, shape, time), ...common });
  const [day, night] = usual === 'day' ? [first, lazy] : [lazy, first];
  return (
    <>
      <img alt="" className="cover by-day" {...print('day')} {...day} />
      <img alt="" className="cover by-night" {...print('night')} {...night} />
    </>
  );
}

/** Whether a photograph fills its place without being enlarged; one narrower than 480 px is shown in small places only. */
export function isWideEnough(width: number | undefined, sizes: string) {
  if (width === undefined || width >= 1000) return true;
  const place = Number(/(?<!\d)(\d+)px$/.exec(sizes)?.[1] ?? 1000);
  return width >= place && (width >= 480 || place <= 304);
}

/** Address of a generated cover. */
export function drawn(number: number, shape: 'wide' | 'banner', theme: 'day' | 'night') {
  const { width } = pixels[shape];
  const path = `/cover/v1/${number}${shape === 'banner' ? '-banner' : ''}-${theme}`;
  const smaller = `${path}-third.webp ${width / 3}w, ${path}-half.webp ${width / 2}w`;
  return {
    src: `${path}.webp`,
    srcSet: `${smaller}, ${path}-four-fifths.webp ${width * 0.8}w, ${path}.webp ${width}w`,
  };
}

/** Focal point, in per cent from the left and from the top. */
export type Focus = { focusX: number; focusY: number };

/**
 * The focal point as attributes for marks.css, in steps of ten: the CSP forbids style attributes. The centre needs
 * none.
 */
export function focusOf({ focusX = 50, focusY = 50 }: Partial<Focus>) {
  return { ...step('data-fx', focusX), ...step('data-fy', focusY) };
}

function step(name: string, percent: number) {
  const tenths = Math.round(Math.min(100, Math.max(0, percent)) / 10);
  return tenths === 5 ? {} : { [name]: tenths };
}
