import type { QuoteCard, quoteCards } from '@mojian/contract/content/quote-cards';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { longestQuote, type QuoteCardTemplate, quoteCardTemplates } from '@mojian/contract/platform/rules';
import { chinaDay } from '@mojian/contract/platform/time';
import { missingIn, withoutPictographs } from './faces.ts';
import { quoteCardAddresses } from './quote-card-address.ts';
import { readSource, type SourceDeps } from './quote-card-source.ts';
import { isShortened } from './quote-card-words.ts';
import { compactWords, drawnWords, findWords, fingerprintOf, plainWords, signs } from './quoted-text.ts';

/** Addresses of the pictures of words that stand in a public article or say. Nothing is drawn yet. */
export async function makeQuoteCard(
  deps: SourceDeps,
  { words, code, term, ...target }: Input<typeof quoteCards.make>['body'],
) {
  refuseLength(compactWords(words));
  const { text, photo } = await readSource(deps, target);
  const found = findWords(text, words);
  if (!found) throw new Failure('invalid-input', notThere[target.kind], 'words');
  const drawn = withoutPictographs(drawnWords(found));
  const missing = refuseMissing(drawn);

  const print = fingerprintOf(found);
  const day = term ? chinaDay(Date.now()) : '';
  const templates = quoteCardTemplates.filter((template) => template !== 'photo' || photo !== '');
  const addressed = templates.flatMap((template) =>
    [false, true].map((isSmall) => ({ ...target, template, print, hasCode: code, day, isSmall })),
  );
  const addresses = await quoteCardAddresses(deps.db, addressed);
  const pictures = Object.fromEntries([
    ['photo', null],
    ...templates.map((template, index) => [
      template,
      { url: addresses[2 * index] ?? '', small: addresses[2 * index + 1] ?? '' },
    ]),
  ]) as QuoteCard['pictures'];
  return { words: plainWords(drawn), suggested: suggest(drawn), isCut: await isShortened(drawn), missing, pictures };
}

const notThere = {
  article: '这几句不在文章里：可能文章刚改过，或者选到了公式、图片',
  say: '这几句不在说说里，可能它刚改过',
};

function refuseLength(words: string) {
  const { length } = Array.from(words);
  if (length < 2) throw new Failure('invalid-input', '选的字太少，至少要两个字', 'words');
  if (length > longestQuote)
    throw new Failure('invalid-input', `选了 ${length} 个字，一张笺最多 ${longestQuote} 个，请少选一些`, 'words');
}

/** Characters missing in the typeface, which are drawn as □; refused when they are more than a tenth. */
function refuseMissing(words: string): string[] {
  const missing = missingIn(words);
  const all = Array.from(compactWords(words));
  if (all.length === 0) throw new Failure('invalid-input', '这几句只有表情，没有能写的字', 'words');
  const count = all.filter((one) => missing.includes(one)).length;
  if (count * 10 > all.length && count > 1)
    throw new Failure('invalid-input', `本站的字库里没有「${missing.slice(0, 8).join('')}」这些字，画不出来`, 'words');
  return missing;
}

/** Horizontal for blocks of code, and where a third is neither Chinese nor its signs. */
function suggest(words: string): QuoteCardTemplate {
  if (words.includes(signs.block) || words.includes(signs.code)) return 'plain';
  const all = Array.from(compactWords(words));
  const other = all.filter((one) => !/[\p{Script=Han}\u3000-\u303f\uff00-\uffef，。、；：？！“”‘’…—·]/u.test(one));
  return other.length * 3 > all.length ? 'plain' : 'ruled';
}
