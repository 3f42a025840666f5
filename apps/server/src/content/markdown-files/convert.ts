import { createShelter, type Shelter } from './code-shelter.ts';
import { tidyContainers } from './containers.ts';
import { spellEmbeds } from './embeds.ts';
import { degradeMdx, dropModuleSyntax, isMdx } from './mdx.ts';
import type { FindPost } from './template-rules.ts';
import { degradeTemplateTags, hasTemplateTags } from './template-tags.ts';

type Source = { body: string; mdx: boolean; findPost: FindPost };

/** A text in plain Markdown; its code is still in the shelter, and comes back with `shelter.restore`. */
type Converted = { text: string; shelter: Shelter; warnings: string[] };

/** Takes out of a text what only the tool it was written for understands. */
export function convert({ body, mdx, findPost }: Source): Converted {
  const shelter = createShelter();
  const hidden = spellEmbeds(shelter.hideCode(body));
  const plain = mdx ? dropModuleSyntax(hidden) : hidden;
  const { text, unknown } = hasTemplateTags(plain)
    ? degradeTemplateTags(plain, { shelter, findPost })
    : { text: plain, unknown: [] };

  const markdown = mdx || isMdx(text) ? degradeMdx(text, shelter) : text;
  return {
    text: tidyContainers(markdown)
      .replace(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
      .trim(),
    shelter,
    warnings: unknown.length > 0 ? [`不认识的标签，只留下其中的文字：${unknown.join('、')}`] : [],
  };
}
