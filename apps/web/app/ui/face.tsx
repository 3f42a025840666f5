import { pictureSet } from '@mojian/contract/core/picture-set';

const hues = 12;

/**
 * A person's picture, or the first character of their name on a colour derived from it. Decorative: the name stands
 * beside.
 */
export function Face({ name, picture, size = 'm' }: { name: string; picture?: string; size?: 's' | 'm' | 'l' | 'xl' }) {
  if (picture)
    return (
      <img
        className={`face face-${size}`}
        srcSet={pictureSet(picture)}
        sizes="64px"
        src={picture}
        alt=""
        loading="lazy"
        data-name={name}
      />
    );
  return (
    <span className={`face face-${size} hue-${hueOf(name)}`} aria-hidden="true">
      {firstCharacter(name)}
    </span>
  );
}

/** Class of one of twelve hues, stable per word; the CSP allows no inline styles. */
export function hueOf(word: string) {
  let sum = 0;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}

/** First character of a name, in place of a picture. */
export function firstCharacter(name: string) {
  return Array.from(name.trim())[0] ?? '墨';
}
