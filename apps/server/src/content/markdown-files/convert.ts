import { createShelter, type Shelter } from './code-shelter.ts';
import { type CalloutKind, picture } from './forms.ts';
import { degradeMdx, dropModuleSyntax, isMdx } from './mdx.ts';
import { degradeTemplateTags, type FindPost, hasTemplateTags } from './template-tags.ts';

type Source = { body: string; mdx: boolean; findPost: FindPost };

/** Plain Markdown with code still in placeholders; `shelter.restore` brings it back. */
type Converted = { text: string; shelter: Shelter; warnings: string[] };

/** Converts tool-specific syntax to plain Markdown. */
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

const containerStart = /^([ \t]*):{3,}[ \t]*([\w-]+)(.*)/s;
const closer = /^[ \t]*:{3,}[ \t]*$/;

/** Containers the renderer knows, with their synonyms. */
const kinds = new Map<string, Lowercase<CalloutKind> | 'details'>(
  Object.entries({
    note: 'note',
    info: 'note',
    tip: 'tip',
    success: 'tip',
    important: 'important',
    warning: 'warning',
    caution: 'caution',
    danger: 'caution',
    error: 'caution',
    details: 'details',
  }),
);

/**
 * Rewrites Docusaurus' `:::tip[Title]` in VitePress' form; unknown ones such as `::: code-group` leave their content.
 */
function tidyContainers(text: string) {
  const open: boolean[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, indentation = '', name = '', title = ''] = containerStart.exec(line) ?? [];
    const kind = kinds.get(name.toLowerCase());
    if (name) {
      open.push(kind !== undefined);
      const plain = title
        .trimStart()
        .replace(/^\[(.*)\]$/, '$1')
        .replace(/\{[^{}]*\}$/, '');
      return kind ? [`${indentation}::: ${kind} ${plain}`.trimEnd()] : [];
    }
    return closer.test(line) && open.pop() === false ? [] : [line];
  });
  return lines.join('\n').replace(/^[ \t]*(?:\[\[toc\]\]|\[toc\]|@\[toc\]\(.*\))[ \t]*$/gim, '');
}

const embed = /!\[\[([^[\]|\n]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp))((?:\|[^[\]|\n]*)*)\]\]/gi;

/** Rewrites Obsidian's `![[rain.png|雨|300]]` as a Markdown image, without its width. */
function spellEmbeds(text: string) {
  return text.replace(embed, (_, path: string, said: string) => {
    const words = said.split('|').filter((part) => part.trim() && !/^\s*\d+(?:x\d+)?\s*$/.test(part));
    return picture(words.join(' ').trim(), path.trim());
  });
}
