import { replacePassages } from '@mojian/markdown/text';
import { link, picture } from './forms.ts';
import type { FindPost } from './template-rule.ts';

const comment = { opening: /%%/g, closing: /%%/g };

/** Takes away Obsidian's `%%comments%%`, which its readers never see. Expects code in placeholders. */
export function dropComments(text: string) {
  let count = 0;
  const plain = replacePassages(text, comment, () => {
    count += 1;
    return '';
  });
  return { text: plain, count };
}

const image = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;
const reference = /(!?)\[\[([^[\]|\n#^]{0,300})((?:[#^][^[\]|\n]{0,300})?)((?:\\?\|[^[\]|\n]{0,300})*)\]\](?!\()/g;
const width = /^\s*(\d{1,5})(?:x\d+)?\s*$/;

/** Width of a picture in percent, by its pixels in a column of some 720. */
function shareOf(pixels: string | undefined) {
  const share = Math.max(25, Math.round((Number(pixels) / 720) * 4) * 25);
  return pixels === undefined || share >= 100 ? '' : `{width=${share}%}`;
}

/** Rewrites Obsidian's `![[rain.png|雨|300]]` as a Markdown image. */
export function spellEmbeds(text: string) {
  return text
    .replace(reference, (all, mark: string, path: string, _anchor: string, said: string) => {
      if (mark === '' || !image.test(path.trim())) return all;
      const pieces = said.split(/\\?\|/).filter((part) => part.trim());
      const words = pieces.filter((part) => !width.test(part));
      const pixels = pieces.map((part) => width.exec(part)?.[1]).find(Boolean);
      return picture(words.join(' ').trim(), path.trim()) + shareOf(pixels);
    })
    .replace(
      /!\[([^[\]\n|]{0,300})\|(\d{1,5})(?:x\d+)?\](\([^()\n]{1,1000}\))/g,
      (_, words: string, pixels: string, target: string) => `![${words}]${target}${shareOf(pixels)}`,
    );
}

/** Rewrites `[[笔记|名]]` and `![[笔记]]` as links; a note that is not there or not public leaves its words. */
export function spellReferences(text: string, findPost: FindPost) {
  const lost: string[] = [];
  const embedded: string[] = [];
  const spelled = text.replace(reference, (all, mark: string, written: string, anchor: string, said: string) => {
    const name = written.trim();
    if (name.toLowerCase() === 'toc') return all; // a table of contents, which is dropped later
    const heading = headingIn(anchor);
    const words = aliasIn(said) || [name.replace(/^.*\//, ''), heading].filter(Boolean).join(' › ');
    const found = name === '' ? { address: '' } : findPost(name);
    if (mark === '!') embedded.push(words);
    else if (!found) lost.push(words);
    return linked(words, found && encodeURI(found.address) + fragmentOf(heading));
  });
  return { text: spelled.replace(/(?<![ \t])[ \t]+\^[A-Za-z][\w-]{0,60}[ \t]*$/gm, ''), lost, embedded };
}

const fragmentOf = (heading: string) => heading && `#${encodeURIComponent(heading)}`;

function linked(words: string, target = '') {
  return target ? link(words, target) : words;
}

/** Heading of `#一#二`, the last one; '' for a block such as `#^b1`. */
function headingIn(anchor: string) {
  return /^#(?!\^)/.test(anchor) ? anchor.slice(anchor.lastIndexOf('#') + 1).trim() : '';
}

function aliasIn(said: string) {
  const pieces = said.split(/\\?\|/).filter((part) => part.trim() !== '' && !width.test(part));
  return pieces.at(-1)?.trim() ?? '';
}
