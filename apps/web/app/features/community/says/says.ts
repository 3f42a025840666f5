import type { Say } from '@mojian/contract/community/says';
import type { CallsOf } from '../../../api/calls.ts';
import { readNumber } from '../../content/tags/choice.ts';
import type { CommentDeps } from '../comments/deps.ts';

const largestPage = 100_000;
const largestId = 2_147_483_647;

/** Parameters of the address: `?topic=写字&page=2`, or `?id=12` for one say. */
export type SayChoice = { id: number | undefined; topic: string | undefined; page: number };

/** An unknown page number is not found. */
export function readSayChoice(query: URLSearchParams): SayChoice {
  const id = readNumber(query, 'id', largestId);
  if (id !== undefined) return { id, topic: undefined, page: 1 };
  return { id, topic: query.get('topic') || undefined, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** Canonical address of a list, defaults omitted. */
export function sayAddress({ id, topic, page = 1 }: Partial<SayChoice>): string {
  if (id !== undefined) return `/say?id=${id}`;
  const deps = [topic && `topic=${encodeURIComponent(topic)}`, page > 1 && `page=${page}`].filter(Boolean);
  return deps.length > 0 ? `/say?${deps.join('&')}` : '/say';
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

type Person = Say['likers'][number];

/** The say's likes once the reader has pressed its like. */
export function likesAfterPress(say: Pick<Say, 'liked' | 'likes' | 'likers'>, me: Person | undefined) {
  const liked = !say.liked;
  const others = say.likers.filter(({ id }) => id !== me?.id);
  return {
    liked,
    likes: Math.max(0, say.likes + (liked ? 1 : -1)),
    likers: liked && me ? [me, ...others] : others,
  };
}

/** 小林、阿明 等 12 人觉得很赞 */
export function likersWords({ likers, likes }: Pick<Say, 'likers' | 'likes'>) {
  return likes > likers.length ? `等 ${likes} 人觉得很赞` : '觉得很赞';
}

type Calls = CallsOf<'says'>['says'];

/** Dependencies passed by the route: calls, and `reading`, whose refusals are not shown in a toast. */
export type SayDeps = {
  calls: Calls;
  reading: Pick<Calls, 'list' | 'topics' | 'mayPost'>;
  comments: CommentDeps;
};

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Text of a say's HTML, on one line. */
export function oneLineText(html: string) {
  const words = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
  return words.replaceAll(/\s+/g, ' ').trim();
}
