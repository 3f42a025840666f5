import { replacePassages } from '@mojian/markdown/text';
import { tidyAdmonitions, tidyAlerts } from './callouts.ts';
import { createShelter, type Shelter } from './code-shelter.ts';
import { type Marks, tidyMarks } from './extended-marks.ts';
import type { CalloutKind } from './forms.ts';
import { degradeMdx, dropModuleSyntax, isMdx } from './mdx.ts';
import { dropComments, spellEmbeds, spellReferences } from './note-syntax.ts';
import { dedent, readTagAttributes } from './tag-tree.ts';
import type { FindPost } from './template-rule.ts';
import { degradeTemplateTags, hasTemplateTags } from './template-tags.ts';

type Source = {
  body: string;
  mdx: boolean;
  findPost: FindPost;
  /** Resolves the references of a vault of notes, whose comments nobody else sees. */
  findNote?: FindPost | undefined;
  marks?: Marks | undefined;
};

/** Plain Markdown with code still in placeholders; `shelter.restore` brings it back. */
type Converted = { text: string; shelter: Shelter; warnings: string[] };

/** Converts tool-specific syntax to plain Markdown. */
export function convert({ body, mdx, findPost, findNote, marks = {} }: Source): Converted {
  const shelter = createShelter();
  const { text: hidden, warnings: ofNotes } = readNotes(shelter.hideCode(body), findNote);
  const plain = mdx ? dropModuleSyntax(hidden) : hidden;
  const { text, unknown } = hasTemplateTags(plain)
    ? degradeTemplateTags(plain, { shelter, findPost })
    : { text: plain, unknown: [] };

  const grouped = tidyAdmonitions(ungroup(text, shelter));
  const markdown = mdx || isMdx(grouped) ? degradeMdx(grouped, shelter) : grouped;
  return {
    text: tidyMarks(tidyAlerts(tidyContainers(markdown)), marks, shelter)
      .replace(/\n[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
      .trim(),
    shelter,
    warnings: [...ofNotes, ...(unknown.length > 0 ? [`不认识的标签，只留下其中的文字：${unknown.join('、')}`] : [])],
  };
}

/** Reads pictures, references and comments as note programs write them. */
function readNotes(written: string, findNote: FindPost | undefined) {
  if (!findNote) return { text: spellEmbeds(written), warnings: [] };
  const { text: plain, count } = dropComments(written);
  const { text, lost, embedded } = spellReferences(spellEmbeds(plain), findNote);
  return {
    text,
    warnings: [
      ...(count > 0 ? ['%% 注释 %% 只有自己看得见，没有收'] : []),
      ...(lost.length > 0 ? [`指向没有公开的笔记的链接，只留下文字：${lost.slice(0, 5).join('、')}`] : []),
      ...(embedded.length > 0 ? [`嵌入的笔记改成了链接：${embedded.slice(0, 5).join('、')}`] : []),
    ],
  };
}

const group = { opening: /<code-group[^<>]*>/gi, closing: /<\/code-group>/gi };

/** Takes the code of VuePress' `<code-group>` out of its indented elements, with their titles. */
function ungroup(text: string, shelter: Shelter) {
  if (!/<code-group/i.test(text)) return text;
  return replacePassages(text, group, (inner) => {
    const titled = inner
      .replace(/<code-block\b([^<>]*)>/gi, (_, written: string) => {
        const { title = '' } = readTagAttributes(written);
        return `\n\n${title && `**${title}**\n\n`}`;
      })
      .replace(/<\/code-block>/gi, '\n\n');
    return `\n\n${shelter.outdent(dedent(titled))}\n\n`;
  });
}

const containerStart = /^([ \t]*):{3,}[ \t]*([\w-]+)(.*)/s;
/** The title of a container that is not known, as a line of its own. */
function titleOfContainer(indentation: string, name: string, title: string) {
  const words = title.replace(/^[#\w-]*(?=\s|$)/, '').trim() || (/\P{ASCII}/u.test(title) ? title : '');
  return words && !isGroup.test(name) ? ['', `${indentation}**${words}**`, ''] : [];
}

/** Containers whose arguments are settings. */
const isGroup =
  /^(?:code-?group|code-tabs|tabs|raw|v-pre|card.*|chart|echarts|mermaid|flow|vue-?\w*|normal-demo|playground|sandpack.*|include)$/i;
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
      return kind ? [`${indentation}::: ${kind} ${plain}`.trimEnd()] : titleOfContainer(indentation, name, plain);
    }
    return closer.test(line) && open.pop() === false ? [] : [line];
  });
  return lines
    .join('\n')
    .replace(/^@tab(?::active)?[ \t]+(\S[^\n#]*)(?:#.*)?$/gm, '**$1**\n')
    .replace(/^[ \t]*(?:\[\[toc\]\]|\[toc\]|@\[toc\]\(.*\))[ \t]*$/gim, '');
}
