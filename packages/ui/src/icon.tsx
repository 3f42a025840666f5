import sprite from './icons.svg?url&no-inline';

/** Line icon from the sprite, 24 × 24, in the colour of the text. Always beside a word or inside a labelled control. */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
