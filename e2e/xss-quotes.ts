import { writeArticle } from './arrange.ts';
import { hostileTexts } from './hostile.ts';
import { each, literally, type Stage, text } from './xss-stories.ts';

/** Sentence that several people mark, so that the page of the author shows it as well. */
export const marked = text(2);

/** Each marks a sentence of an article that should run, writes about it and makes a card of it. The article's number. */
export async function fillQuotes(stage: Stage) {
  const { site, author, villains } = stage;
  const title = '一篇句句能引的文章';
  const markdown = hostileTexts.map(literally).join('\n\n');
  const articleId = await writeArticle(site, { authorId: author.id, title, summary: title, markdown });
  // stored as the article has it, not as it was sent
  const quote = (n: number) => ({ words: text(n), before: text(n + 1).slice(0, 60), after: text(n + 2).slice(0, 60) });
  await each(stage, 'highlights.add.body.quote.words', ({ api, n }) =>
    api.highlights.add({ body: { articleId, quote: quote(n) } }),
  );
  await each(stage, 'comments.post.body.quote.words', ({ api, n }) =>
    api.comments.post({ body: { articleId, text: text(n + 3), quote: quote(n) } }),
  );
  await each(stage, 'quoteCards.make.body.words', ({ api, n }) =>
    api.quoteCards.make({ body: { kind: 'article', id: articleId, words: text(n) } }),
  );
  for (const { api } of villains.slice(3, 7))
    await api.highlights.add({ body: { articleId, quote: { words: marked } } });
  return articleId;
}
