import type { HighlighterCore, LanguageInput, RegexEngine, ThemedToken, ThemeRegistration } from 'shiki/core';
import { escapeHtml } from '../text.ts';
import { grammarOf } from './languages.ts';

// the theme's colours are placeholders, each replaced with a CSS class; none reaches the page
const kinds: Record<string, string> = { '#000001': 'k', '#000002': 's', '#000003': 'n9', '#000004': 'c9' };

const scopes: Record<string, string[]> = {
  '#000001': [
    'keyword',
    'storage',
    'entity.name.tag',
    'entity.other.attribute-name.class',
    'entity.other.attribute-name.id',
    'entity.name.section',
    'support.type.property-name.json',
    'entity.name.tag.yaml',
    'markup.deleted',
    'markup.heading',
  ],
  '#000000': [
    'keyword.operator',
    'string.unquoted.argument',
    'storage.type.function.arrow',
    'string variable',
    'string source',
    'meta.embedded',
  ],
  '#000002': [
    'string',
    'support.constant.property-value',
    'markup.inserted',
    'markup.inline.raw',
    'constant.other.symbol',
  ],
  '#000003': [
    'constant.numeric',
    'constant.language',
    'constant.other.color',
    'constant.character.escape',
    'keyword.other.unit',
    'variable.language.this',
  ],
  '#000004': ['comment', 'punctuation.definition.comment', 'meta.diff.header', 'meta.diff.range'],
};

const theme: ThemeRegistration = {
  name: 'ink',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...Object.entries(scopes).map(([foreground, scope]) => ({ scope, settings: { foreground } })),
    {
      scope: ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.word'],
      settings: { foreground: '#000001' },
    },
  ],
};

// Each language has a highlighter of its own: in a shared one, which grammars earlier texts happened to load would
// decide how the code embedded in Markdown or Vue is coloured.
const highlighters = new Map<string, Promise<HighlighterCore>>();
let engine: Promise<RegexEngine> | undefined;

/** Highlights code into lines of HTML with classes; `language` as from `findLanguage`. */
export async function colour(code: string, language: string): Promise<string[] | undefined> {
  const grammar = grammarOf(language);
  if (!grammar) return undefined;
  const highlighter = highlighters.get(language) ?? start(grammar);
  highlighters.set(language, highlighter);
  try {
    return (await highlighter)
      .codeToTokensBase(code, { lang: language, theme: 'ink', tokenizeTimeLimit: 0 })
      .map(lineHtml);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // nesting deeper than the call stack
    throw error;
  }
}

async function start(grammar: LanguageInput): Promise<HighlighterCore> {
  const { createHighlighterCore } = await import('shiki/core');
  engine ??= import('shiki/engine/javascript').then((module) =>
    module.createJavaScriptRegexEngine({ forgiving: true }),
  );
  return createHighlighterCore({ engine, themes: [theme], langs: [grammar], warnings: false });
}

function lineHtml(tokens: ThemedToken[]): string {
  return tokens
    .map(({ content, color }, index) => {
      const kind = kindOf(color);
      const opens = kind && kindOf(tokens[index - 1]?.color) !== kind ? `<span class="${kind}">` : '';
      const closes = kind && kindOf(tokens[index + 1]?.color) !== kind ? '</span>' : '';
      return opens + escapeHtml(content) + closes;
    })
    .join('');
}

function kindOf(color = ''): string {
  return kinds[color] ?? '';
}
