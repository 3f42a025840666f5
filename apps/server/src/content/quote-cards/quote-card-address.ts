import { createHmac } from 'node:crypto';
import { type QuoteCardTemplate, quoteCardTemplates } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { siteSecret } from '../../platform/db/secrets.ts';
import type { Target } from './quote-card-source.ts';
import type { Fingerprint } from './quoted-text.ts';

/** Everything a picture is drawn from, beside what stands in its article or say. */
export type QuoteCard = Target & {
  template: QuoteCardTemplate;
  print: Fingerprint;
  hasCode: boolean;
  /** Day in China whose solar term is written, '' for none. */
  day: string;
  isSmall: boolean;
};

const secretName = 'quoteCards';

/**
 * Address of a picture: `/quote/article-12/ruled-code-20261128-1b-4fz2k-AbC….Sig….png`. It carries the fingerprint of its
 * words, so that any process can find them in the article and draw them, after a restart too; nothing is stored. The
 * signature keeps strangers from having others drawn than those they asked for within the limits of the call.
 */
export async function quoteCardAddresses(db: Db, quoteCards: QuoteCard[]): Promise<string[]> {
  const secret = await siteSecret(db, secretName);
  return quoteCards.map((card) => {
    const name = nameOf(card);
    const target = `${card.kind}-${card.id}`;
    return `/quote/${target}/${name}.${sign(secret, `${target}/${name}`)}.png`;
  });
}

function nameOf({ template, hasCode, day, print, isSmall }: QuoteCard) {
  const { length, sum, digest } = print;
  return [
    template,
    ...(hasCode ? ['code'] : []),
    ...(day ? [day.replaceAll('-', '')] : []),
    ...(isSmall ? ['small'] : []),
    length.toString(36),
    sum.toString(36),
    digest,
  ].join('-');
}

function sign(secret: string, text: string) {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 10);
}

const targetName = /^(article|say)-([1-9]\d{0,9})$/;
const quoteCardName = new RegExp(
  `^(${quoteCardTemplates.join('|')})(-code)?(?:-(\\d{4})(\\d\\d)(\\d\\d))?(-small)?-([0-9a-z]{1,4})-([0-9a-z]{1,6})-([\\w-]{16})$`,
);

/** Reads the target of an address; undefined for none that can be. */
export function readTarget(name: string): Target | undefined {
  const [, kind, id] = targetName.exec(name) ?? [];
  return kind ? { kind: kind as Target['kind'], id: Number(id) } : undefined;
}

/** Reads an address that this site signed; undefined for any other. */
export async function readQuoteCard(db: Db, targetOf: string, file: string): Promise<QuoteCard | undefined> {
  const target = readTarget(targetOf);
  const [, name = '', signature] = /^([\w-]+)\.([\w-]{10})\.png$/.exec(file) ?? [];
  const [, template, code, year, month, date, small, length, sum, digest] = quoteCardName.exec(name) ?? [];
  if (!target || !digest || !length || !sum) return undefined;
  if (signature !== sign(await siteSecret(db, secretName), `${targetOf}/${name}`)) return undefined;
  return {
    ...target,
    template: template as QuoteCardTemplate,
    print: { length: Number.parseInt(length, 36), sum: Number.parseInt(sum, 36), digest },
    hasCode: code !== undefined,
    day: year === undefined ? '' : `${year}-${month}-${date}`,
    isSmall: small !== undefined,
  };
}
