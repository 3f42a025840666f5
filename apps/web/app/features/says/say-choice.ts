import { readNumber } from '../chips/choice.ts';

const largestPage = 100_000;

/** What the address of the says asks for: `?topic=写字&page=2`. */
export type SayChoice = { topic: string | undefined; page: number };

/** Reads it; a page number that no link of ours has is not found. */
export function readSayChoice(query: URLSearchParams): SayChoice {
  return { topic: query.get('topic') || undefined, page: readNumber(query, 'page', largestPage) ?? 1 };
}

/** The way back: the one address of a list, what goes without saying left out. */
export function sayAddress({ topic, page = 1 }: Partial<SayChoice>): string {
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
