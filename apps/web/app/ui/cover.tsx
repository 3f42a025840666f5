type Props = {
  article: { cover: string; coverNumber: number };
  shape?: 'wide' | 'banner';
  /** The first picture of the screen: fetched at once. */
  eager?: boolean;
};

const sizes = { wide: { width: 960, height: 540 }, banner: { width: 1680, height: 560 } };

/** The author's picture, or the drawn one in its day and its night print; the theme shows one of the two. */
export function Cover({ article: { cover, coverNumber }, shape = 'wide', eager = false }: Props) {
  const common = { decoding: 'async', ...sizes[shape] } as const;
  const first = eager ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  if (cover) return <img alt="" className="cv photo" src={cover} {...common} {...first} />;
  return (
    <>
      <img alt="" className="cv by-day" src={drawn(coverNumber, shape, 'day')} {...common} {...first} />
      <img alt="" className="cv by-night" src={drawn(coverNumber, shape, 'night')} {...common} loading="lazy" />
    </>
  );
}

function drawn(number: number, shape: string, time: string) {
  return `/cover/v1/${number}${shape === 'banner' ? '-banner' : ''}-${time}.webp`;
}
