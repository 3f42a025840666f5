import { readNumber } from '../../content/tags/choice.ts';

const largestPage = 100_000;
const largestId = 2_147_483_647;

/** What the address of the says asks for: `?topic=写字&page=2`, or `?id=12` for one alone. */
export type SayChoice = { id: number | undefined; topic: string | undefined; page: number };

/** Reads it; a page number that no link of ours has is not found. */
export function readSayChoice(query: URLSearchParams): SayChoice {
  const id = readNumber(query, 'id', largestId);
  if (id !== undefined) return { id, topic: undefined, page: 1 };
  return { id, topic: query.get('topic') || undefined, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** The way back: the one address of a list, what goes without saying left out. */
export function sayAddress({ id, topic, page = 1 }: Partial<SayChoice>): string {
  if (id !== undefined) return `/say?id=${id}`;
  const parts = [topic && `topic=${encodeURIComponent(topic)}`, page > 1 && `page=${page}`].filter(Boolean);
  return parts.length > 0 ? `/say?${parts.join('&')}` : '/say';
}

/** Topics come as spans, since only this site's pages know where they lead. Their text holds no markup. */
const topicSpan = /<span class="topic">(#([^<>#]+)#?)<\/span>/g;

export function linkTopics(html: string): string {
  return html.replace(
    topicSpan,
    (_, words: string, topic: string) => `<a class="topic" href="${sayAddress({ topic })}">${words}</a>`,
  );
}
