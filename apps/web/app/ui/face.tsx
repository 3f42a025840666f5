const hues = 12;

/** A person's picture, or the first character of their name on a pigment made from it. Decoration: the name stands beside. */
export function Face({ name, picture, size = 'm' }: { name: string; picture?: string; size?: 's' | 'm' | 'l' | 'xl' }) {
  if (picture) return <img className={`av av-${size}`} src={picture} alt="" loading="lazy" data-name={name} />;
  return (
    <span className={`av av-${size} hue-${hueOf(name)}`} aria-hidden="true">
      {firstCharacter(name)}
    </span>
  );
}

/** One of twelve hues, always the same for a word. Classes instead of inline styles: the policy allows none. */
export function hueOf(word: string) {
  let sum = 0;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}

/** What stands for a person without a picture. */
export function firstCharacter(name: string) {
  return Array.from(name.trim())[0] ?? '墨';
}
