import MarkdownIt from 'markdown-it';
import { autolink } from './autolink.ts';
import { alerts } from './callout.ts';
import { cjkEmphasis } from './cjk-emphasis.ts';
import { codeBlocks } from './code/code-blocks.ts';
import { containers } from './container.ts';
import { deepBlocks } from './deep-blocks.ts';
import { footnotes } from './footnotes.ts';
import { headings } from './headings.ts';
import { joint } from './inline-text.ts';
import { lineMarks } from './line-marks.ts';
import { listNumbers } from './list-numbers.ts';
import { mark } from './mark.ts';
import { math } from './math.ts';
import { pictures } from './pictures.ts';
import { rawHtml } from './raw-html-rule.ts';
import { references } from './references.ts';
import type { RenderState } from './render-state.ts';
import { tables } from './tables.ts';
import { tasks } from './tasks.ts';

/** The one parser: CommonMark, GitHub's extensions and ours. Each render's own state travels as `env`. */
export const parser = createParser();

function createParser(): MarkdownIt {
  const md = new MarkdownIt({ html: true });
  md.validateLink = () => true; // judged by `pictures` and the sanitiser, so that the words of a bad link remain
  md.use(deepBlocks).use(references).use(listNumbers);
  md.use(cjkEmphasis).use(mark).use(math).use(codeBlocks);
  md.use(containers).use(alerts).use(footnotes);
  md.use(rawHtml).use(autolink).use(pictures).use(headings).use(tables).use(tasks).use(lineMarks);
  md.renderer.rules.softbreak = (tokens, index, _options, env: RenderState) => {
    if (env.options.breaks) return '<br>\n';
    return joint(tokens, index) === '' ? '' : '\n';
  };
  return md;
}
