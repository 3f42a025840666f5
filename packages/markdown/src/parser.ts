import Engine, { type MarkdownIt } from 'markdown-it';
import { deepBlocks } from './block-lines.ts';
import { codeBlocks } from './code/code-blocks.ts';
import { alerts, containers } from './containers.ts';
import { definitions } from './definitions.ts';
import { direction } from './direction.ts';
import { footnotes } from './footnotes.ts';
import { headings, joint } from './headings.ts';
import { autolink, cjkEmphasis, mark, references } from './inline.ts';
import { lineMarks } from './line-marks.ts';
import { listNumbers, tasks } from './lists.ts';
import { write } from './markdown-it.ts';
import { math } from './math.ts';
import { mediaLines } from './media-lines.ts';
import { pictures } from './pictures.ts';
import { rawHtml } from './raw-html-rule.ts';
import { scripts } from './scripts.ts';
import { tables } from './tables.ts';

/** The parser: CommonMark, GitHub's extensions and ours. The state of each render is passed as `env`. */
export const parser = createParser();

function createParser(): MarkdownIt {
  const md = new Engine({ html: true });
  md.validateLink = () => true; // judged by `pictures` and the sanitiser, so that the words of a bad link remain
  md.use(deepBlocks).use(references).use(listNumbers);
  md.use(cjkEmphasis).use(mark).use(scripts).use(math).use(codeBlocks);
  md.use(containers).use(alerts).use(footnotes).use(definitions);
  md.use(rawHtml)
    .use(autolink)
    .use(pictures)
    .use(headings)
    .use(tables)
    .use(tasks)
    .use(mediaLines)
    .use(direction)
    .use(lineMarks);
  write(md, {
    softbreak: (tokens, index, { options }) => {
      if (options.breaks) return '<br>\n';
      return joint(tokens, index) === '' ? '' : '\n';
    },
  });
  return md;
}
