import { picture } from './forms.ts';

const embed = /!\[\[([^[\]|\n]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp))((?:\|[^[\]|\n]*)*)\]\]/gi;

/** Pictures as Obsidian embeds them, `![[rain.png|雨|300]]`, as Markdown has them; a width goes. */
export function spellEmbeds(text: string) {
  return text.replace(embed, (_, path: string, said: string) => {
    const words = said.split('|').filter((part) => part.trim() && !/^\s*\d+(?:x\d+)?\s*$/.test(part));
    return picture(words.join(' ').trim(), path.trim());
  });
}
