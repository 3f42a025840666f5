/** A sticker's picture by day and by night, of which CSS shows one. */
export function StickerPicture({ picture: { day, night }, words, side }: Props) {
  const size = { width: side, height: side, loading: 'lazy' } as const;
  if (night === '') return <img src={day} alt={words} {...size} />;
  return (
    <>
      <img className="by-day" src={day} alt={words} {...size} />
      <img className="by-night" src={night} alt="" {...size} />
    </>
  );
}

type Props = { picture: { day: string; night: string }; words: string; side: number };
