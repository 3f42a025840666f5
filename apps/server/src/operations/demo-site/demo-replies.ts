import { noticeKinds } from '@mojian/contract/platform/rules';
import { dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import { commentLink } from '../../community/comments/comment-target.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import { addHighlight } from '../../community/highlights/highlights.ts';
import { renderComment } from '../../content/text/comment-text.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Written } from './demo-content.ts';
import type { People } from './demo-people.ts';
import { personNamed, type Stored, type StoredSay } from './demo-writings.ts';
import { chosenBy, type Filling, someOf } from './filling.ts';

type Thread = Written & { replies?: Written[] };
type Place = { kind: 'article' | 'say'; on: Stored };

/** Adds the comments on articles, each some time after the one before. */
export async function addComments(filling: Filling, people: People, articles: Map<string, Stored>) {
  const byArticle = Map.groupBy(filling.site.comments, ({ article }) => article);
  for (const [slug, threads] of byArticle) {
    const on = articleNamed(articles, slug);
    await addThreads(filling, people, { kind: 'article', on }, threads);
  }
}

/** Adds what others answered to says. */
export async function addSayComments(filling: Filling, people: People, says: StoredSay[]) {
  for (const on of says) await addThreads(filling, people, { kind: 'say', on }, on.say.replies);
}

async function addThreads(filling: Filling, people: People, place: Place, threads: Thread[]) {
  let time = place.on.createdAt;
  const nextTime = (key: string) => {
    const left = filling.now - minuteLength - time;
    time += Math.min(left / 3, (1 + chosenBy(key, 600)) * minuteLength);
    return Math.round(time);
  };
  for (const { by, text, replies = [] } of threads) {
    const parentId = await addComment(filling, people, place, { by, text, createdAt: nextTime(text) });
    let replyToId = parentId;
    for (const reply of replies) {
      const createdAt = nextTime(reply.text);
      replyToId = await addComment(filling, people, place, { ...reply, createdAt, parentId, replyToId });
    }
  }
}

type Comment = Written & { createdAt: number; parentId?: number; replyToId?: number; passageId?: number };

async function addComment(filling: Filling, people: People, { kind, on }: Place, comment: Comment) {
  const { by, text, parentId = null, replyToId = null, ...rest } = comment;
  const { id: authorId, region } = personNamed(people, by);
  const html = await renderComment(text, [], filling.siteUrl);
  const target = { kind, id: on.id } as const;
  return filling.db.transaction().execute(async (trx) => {
    const about = { articleId: kind === 'article' ? on.id : null, sayId: kind === 'say' ? on.id : null };
    const row = { ...rest, ...about, parentId, replyToId, authorId, text, html, place: region };
    const id = await storeForeignComment(trx, target, { ...row, sendKey: null, removedAt: null });
    const isNews = parentId === null && rest.createdAt > filling.now - newsFor;
    if (!isNews) return id;
    const notice = { userId: on.authorId, kind: noticeKinds.comment, actorId: authorId, subject: `comment:${id}` };
    await notify(trx, { ...notice, title: on.title, text, link: commentLink(target, id), reason: 'own' });
    return id;
  });
}

/** Milliseconds for which a comment waits for its author as a notice. */
const newsFor = 7 * dayLength;

/** Highlights sentences, and adds what members thought of them. */
export async function addPassages(filling: Filling, people: People, articles: Map<string, Stored>) {
  const { db, site } = filling;
  for (const { article, words, people: count, thoughts } of site.passages) {
    const on = articleNamed(articles, article);
    const quote = { words, before: '', after: '', position: 0 };
    const readers = [...people.values()].filter(({ id }) => id !== on.authorId);
    let passageId = 0;
    for (const reader of someOf(readers, count, words))
      passageId = (await addHighlight(db, reader, { articleId: on.id, quote })).id;
    for (const thought of thoughts) {
      const createdAt = Math.min(
        on.createdAt + hourLength * (1 + chosenBy(thought.text, 30)),
        filling.now - minuteLength,
      );
      await addComment(filling, people, { kind: 'article', on }, { ...thought, createdAt, passageId });
    }
  }
}

function articleNamed(articles: Map<string, Stored>, slug: string) {
  const article = articles.get(slug);
  if (!article) throw new Error(`演示内容里没有「${slug}」这一篇`);
  return article;
}
