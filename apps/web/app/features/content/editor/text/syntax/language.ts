import { defineLanguageFacet, Language, LanguageSupport, languageDataProp } from '@codemirror/language';
import { GFM, parser } from '@lezer/markdown';
import { asides } from './asides.ts';
import { wideEmphasis } from './emphasis.ts';
import { formula } from './formula.ts';
import { marked } from './marked.ts';

const data = defineLanguageFacet({
  commentTokens: { block: { open: '<!--', close: '-->' } },
  closeBrackets: {
    brackets: ['(', '[', '{', '"', '“', '‘', '（', '【', '《', '「', '『'],
    before: ')]}"”’）】》」』，。；：！？、',
  },
});

/**
 * Our Markdown as packages/markdown reads it. Not @codemirror/lang-markdown: that brings parsers for HTML, CSS and
 * JavaScript, 70 KB that nobody who writes an article needs.
 */
export const ourMarkdown = new LanguageSupport(
  new Language(
    data,
    parser.configure([
      GFM,
      wideEmphasis,
      marked,
      formula,
      asides,
      { props: [languageDataProp.add({ Document: data })] },
    ]),
    [],
    'markdown',
  ),
);
