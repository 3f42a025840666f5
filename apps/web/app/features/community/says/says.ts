import type { Say } from '@mojian/contract/community/says';
import type { Seal } from '@mojian/contract/platform/rules';
import type { CallsOf } from '../../../api/calls.ts';
import { readNumber } from '../../content/tags/choice.ts';
import type { CommentDeps } from '../comments/deps.ts';

const largestPage = 100_000;
const largestId = 2_147_483_647;

/** Parameters of the address: `?topic=写字&page=2`, `?month=2026-11`, or `?id=12` for one say. */
export type SayChoice = {
  id: number | undefined;
  topic: string | undefined;
  /** As 2026-11: the list begins with this month. */
  month: string | undefined;
  page: number;
};

/** An unknown page number is not found. */
export function readSayChoice(query: URLSearchParams): SayChoice {
  const id = readNumber(query, 'id', largestId);
  if (id !== undefined) return { id, topic: undefined, month: undefined, page: 1 };
  const topic = query.get('topic') || undefined;
  const month = (topic === undefined && query.get('month')) || undefined;
  return { id, topic, month, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** Canonical address of a list, defaults omitted. */
export function sayAddress({ id, topic, month, page = 1 }: Partial<SayChoice>): string {
  if (id !== undefined) return `/say?id=${id}`;
  const fields = [topic && `topic=${encodeURIComponent(topic)}`, month && `month=${month}`, page > 1 && `page=${page}`];
  const query = fields.filter(Boolean).join('&');
  return query ? `/say?${query}` : '/say';
}

/** Topics are spans, as only the pages know their addresses. Their text holds no markup. */
const topicSpan = /<span class="topic">(#([^<>#]+)#?)<\/span>/g;

export function linkTopics(html: string): string {
  return html.replace(
    topicSpan,
    (_, words: string, topic: string) => `<a class="topic" href="${sayAddress({ topic })}">${words}</a>`,
  );
}

/** Updates by say id since the list was loaded; null for deleted ones. */
export type News = ReadonlyMap<number, Say | null>;

export function withNews(rows: Say[], news: News): Say[] {
  return rows.flatMap((say) => {
    const now = news.get(say.id);
    return now === undefined ? [say] : (now ?? []);
  });
}

/** Applies an update unless a newer one arrived first. */
export function withUpdates(news: News, says: Say[], gone: number[] = []): News {
  return new Map([...news, ...says.map((say) => [say.id, say] as const), ...gone.map((id) => [id, null] as const)]);
}

type Person = Say['stampers'][number];

/** Seals of a say once one of them is the reader's or no longer, and its count is known. */
export function withSeal(
  say: Pick<Say, 'seals' | 'stamped' | 'stampers'>,
  seal: Seal,
  { isOn, count }: { isOn: boolean; count: number },
  me: Person | undefined,
) {
  const seals = { ...say.seals, [seal]: count };
  const stamped = [...say.stamped.filter((one) => one !== seal), ...(isOn ? [seal] : [])];
  const others = say.stampers.filter(({ id }) => id !== me?.id);
  const stampers = me && stamped.length > 0 ? (isOn ? [me, ...others] : say.stampers) : others;
  return { seals, stamped, stampers, likes: seals.like, liked: stamped.includes('like') };
}

/** Stampers a say names at most. */
const named = 3;

/** 小林、阿明盖过印; with more people or seals than names: 小林、阿明、南枝 等人盖过印，共 12 枚 */
export function stampersWords({ stampers, seals }: Pick<Say, 'stampers' | 'seals'>) {
  if (stampers.length === 0) return '';
  const names = stampers.slice(0, named).map(({ nickname }) => nickname);
  const total = seals.like + seals.laugh + seals.recall + seals.hug;
  const others = stampers.length > named ? ' 等人' : '';
  return `${names.join('、')}${others}盖过印${total > names.length ? `，共 ${total} 枚` : ''}`;
}

type Calls = CallsOf<'says'>['says'];

/** Dependencies passed by the route: calls, and `reading`, whose refusals are not shown in a toast. */
export type SayDeps = {
  calls: Calls;
  quoteCards: CallsOf<'quoteCards'>['quoteCards'];
  reading: Pick<Calls, 'list' | 'topics' | 'mayPost'>;
  comments: CommentDeps;
};

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Text of a say's HTML, on one line. */
export function oneLineText(html: string) {
  const words = html
    .replaceAll(/<img [^<>]*alt="([^"]*)"[^<>]*>/g, ' $1 ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
  return words.replaceAll(/\s+/g, ' ').trim();
}
