import type { adminArticles, Submission } from '@mojian/contract/content/articles-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordAct } from '../../core/audit/audit.ts';
import { refuseMuted } from '../../core/identity/mutes.ts';
import { notify } from '../../core/notices/notify.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { ownsFile } from '../../core/uploads/uploads.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { largeAnswer } from '../../platform/http/large-answers.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { fewAtOnce, SharedWork } from '../../platform/limits/concurrency.ts';
import { isHome } from '../../platform/outgoing/outgoing.ts';
import { changeArticle, raiseVersion } from '../article-rows/article-rows.ts';
import { changeDraft } from '../article-rows/draft-rows.ts';
import { markArticle } from '../articles/marks.ts';
import { articlePaths } from '../slugs/slugs.ts';
import { askText } from '../text/ask-text.ts';
import { inTextTurn, type TextOwner } from '../text/text-turns.ts';
import * as adminQueries from './admin-articles.queries.ts';
import { listArticleTexts } from './admin-articles.queries.ts';
import { contentOf } from './content.ts';
import * as queries from './drafts.queries.ts';
import { type PublishDeps, publishContent } from './publish.ts';
import { htmlOf, readingOf, shownHtmlOf } from './readings.ts';

const longestReason = 500;

/** `from`: the version reviewed. `also` runs in the same transaction. */
type Decision = { reviewerId?: number; from?: number; also?: (trx: Trx) => Promise<unknown> };

/** Pending submissions, oldest first; `isChange`: an earlier text is public. */
export async function listHandedIn(db: Db, limit: number) {
  const rows = await queries.selectSubmissions(db, limit);
  return rows.map(({ state, ...row }) => ({ ...row, isChange: state === 'published' }));
}

/**
 * Publishes a submission and notifies its author.
 * @throws Failure not-found when none is pending; stale at another version; not-allowed for a muted author's own
 */
export async function approveArticle(deps: PublishDeps, id: number, { reviewerId, from, also }: Decision = {}) {
  const article = await findWaiting(deps.db, id, from);
  if (reviewerId === article.authorId) await refuseMuted(deps.db, { id: reviewerId });
  const content = await contentOf(deps.db, article);
  const notice = { title: '文章通过了审核', text: content.title, link: `/article/${id}` };
  const tellAndMore = async (trx: Trx) => {
    await notifyAuthor(trx, article, { ...notice, actorId: reviewerId ?? null });
    await also?.(trx);
  };
  return publishContent(deps, { article, content, time: null, also: tellAndMore });
}

/**
 * Returns a submission with a reason; the public text stays.
 * @throws Failure as `approveArticle`; invalid-input without a reason
 */
export async function refuseArticle(db: Db, id: number, rawReason: string, decision: Decision = {}) {
  const reason = rawReason.trim();
  if (reason === '') throw new Failure('invalid-input', '请写下原因', 'reason');
  if (reason.length > longestReason) throw new Failure('invalid-input', `原因不能超过 ${longestReason} 个字`, 'reason');
  const article = await findWaiting(db, id, decision.from);
  await db.transaction().execute(async (trx) => {
    await refuse(trx, article, { reason, reviewerId: decision.reviewerId ?? null });
    await decision.also?.(trx);
  });
}

async function refuse(
  trx: Trx,
  article: queries.WithDraft,
  { reason, reviewerId }: { reason: string; reviewerId: number | null },
) {
  const { id, version, state } = article;
  if (!(await raiseVersion(trx, id, version))) throw new Failure('stale');
  await changeDraft(trx, id, { submittedAt: null, refusal: reason });
  if (state !== 'published') await changeArticle(trx, id, { state: 'refused' });
  const title = '文章没有通过审核';
  const { title: name } = await contentOf(trx, article);
  await notifyAuthor(trx, article, {
    title,
    text: `《${name}》：${reason}`,
    link: `/newposts?id=${id}`,
    actorId: reviewerId,
  });
}

/** @throws Failure not-found; stale at a version other than `from` */
async function findWaiting(db: Db, id: number, from?: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || article.submittedAt === null || article.removedAt !== null) throw noneWaits();
  if (from !== undefined && article.version !== from) throw new Failure('stale', '这篇文章刚有变化，请刷新后再看');
  return article;
}

type Notice = { title: string; text: string; link: string; actorId: number | null };

function notifyAuthor(trx: Trx, { id, authorId }: queries.WithDraft, notice: Notice) {
  return notify(trx, { ...notice, userId: authorId, kind: noticeKinds.system, subject: `draft:${id}` });
}

const longestQueue = 100;
const office: TextOwner = { owner: 'office' };

/** Findings in a submission, by its text; shared by those who open it at once. */
const looking = new SharedWork<Looked>();

/**
 * Shows a submission as readers would see it, with hints for the decision.
 * @throws Failure not-found when none is pending; as `readingOf`
 */
export async function showSubmission(deps: PublishDeps, id: number, owner = office): Promise<Submission> {
  const { db } = deps;
  const { key } = await findWaitingText(db, id);
  const reading = await readingOf(deps, { id, key }, owner);
  const { submission, authorId } = await looking.run(key, () =>
    inTextTurn(owner, async () => lookInto(deps, await findWaiting(db, id), htmlOf(reading))),
  );
  return largeAnswer(async () => ({
    ...submission,
    html: await withPictures(db, await shownHtmlOf(db, reading), { authorId }),
    words: reading.words,
    author: await adminQueries.findAuthor(db, authorId),
    queue: await adminQueries.listQueue(db, longestQueue),
  }));
}

type Looked = { submission: Omit<Submission, 'html' | 'words' | 'author' | 'queue'>; authorId: number };

async function lookInto(deps: PublishDeps, article: queries.WithDraft, html: string): Promise<Looked> {
  const { id, version, submittedAt, state, authorId } = article;
  const content = await contentOf(deps.db, article);
  const { title, markdown, category, tags, readType, original, sourceUrl } = content;
  const submission = {
    id,
    version,
    title,
    category,
    tags,
    readType,
    isChange: state === 'published',
    sourceUrl: original ? '' : sourceUrl,
    submittedAt: isoTime(submittedAt ?? 0),
    found: await findIn(deps, { id, authorId, title, markdown, html }),
  };
  return { submission, authorId };
}

/** @throws Failure not-found when none is pending */
async function findWaitingText(db: Db, id: number) {
  const found = await queries.findSubmittedText(db, id);
  if (!found) throw noneWaits();
  return found;
}

function noneWaits() {
  return new Failure('not-found', '没有等待审核的这篇文章', 'id');
}

/** Approves or refuses the reviewed version. @throws Failure stale when it changed or was decided */
export async function decideSubmission(
  deps: PublishDeps,
  viewer: Viewer,
  body: Input<typeof adminArticles.decide>['body'],
) {
  const { id, version: from, reason, recommend } = body;
  const subject = `article:${id}`;
  if (!body.approve) {
    const also = (trx: Trx) => recordAct(trx, viewer, { act: 'articles.refuse', subject, after: { reason } });
    return refuseArticle(deps.db, id, reason, { reviewerId: viewer.id, from, also });
  }
  const also = async (trx: Trx) => {
    if (recommend) await markArticle(trx, id, { recommended: 1 });
    await recordAct(trx, viewer, { act: 'articles.approve', subject, after: { recommend } });
  };
  await approveArticle(deps, id, { reviewerId: viewer.id, from, also });
}

type Text = { id: number; authorId: number; title: string; markdown: string; html: string };

/** Candidates compared word for word. */
const compared = 3;

/** Collects blocked words, the most similar article, links and pictures. */
async function findIn(deps: PublishDeps, article: Text): Promise<Submission['found']> {
  const { db, siteUrl } = deps;
  const { moderation } = await readSettings(db);
  const { title, html, markdown } = article;
  const rules = { ...moderation };
  const seen = await orNothing(askText('inspectText', { title, html, markdown, siteUrl, rules }));
  // A text too complex to analyse is shown with a warning.
  if (!seen) return { words: ['正文太复杂，没能检查'], alike: null, links: [], pictures: { total: 0, foreign: 0 } };
  return {
    words: seen.words,
    alike: await mostAlike(deps, article, seen.opening),
    links: seen.links,
    pictures: await judgePictures(deps, article, seen),
  };
}

/** Percentage of the text found verbatim in one other article. */
async function mostAlike({ db, search }: PublishDeps, { id, title, html }: Text, text: string) {
  const near = (await search.alike(db, { title, text, besides: id })).slice(0, compared);
  if (near.length === 0) return null;
  const pathOf = await articlePaths(db);
  const others = await listArticleTexts(
    db,
    near.map((one) => one.id),
  );
  const percents = await orNothing(askText('likenessOf', { html, others: others.map((other) => other.html) }));
  const measured = others.map((other, at) => {
    return { percent: percents?.[at] ?? 0, title: other.title, path: pathOf(other) };
  });
  return measured.sort((one, other) => other.percent - one.percent)[0] ?? null;
}

/** Reads the source: readers never see pictures of other hosts. */
async function judgePictures(
  { db }: PublishDeps,
  { authorId }: Text,
  { pictures, pictureCount }: { pictures: string[]; pictureCount: number },
) {
  const own = await Promise.all(pictures.map((source) => ownsFile(db, authorId, source)));
  return { total: pictureCount, foreign: pictureCount - own.filter(Boolean).length };
}

async function orNothing<Answer>(wanted: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await wanted;
  } catch (error) {
    if (isFailure(error) && error.id === 'invalid-input') return undefined;
    throw error;
  }
}

/** `mayReach`: lets tests reach loopback addresses. */
type Reaching = Omit<PublishDeps, 'search'> & { mayReach?: (address: string) => boolean };

const most = 20;
const atOnce = 4;
/** Submissions whose links are asked at once. */
const inTurnToReach = fewAtOnce(2, 20);
/** Milliseconds for all links together, within the client's timeout. */
const timeoutMs = 5000;

/** Addresses that do not respond, by the text they stand in; shared by those who ask at once. */
const reaching = new SharedWork<string[]>();

/**
 * Lists external links that do not respond.
 * @throws Failure not-found when no submission is pending; as `readingOf`
 */
export async function listDeadLinks(deps: Reaching, id: number, owner = office) {
  const { key } = await findWaitingText(deps.db, id);
  return reaching.run(key, async () => {
    const reading = await readingOf(deps, { id, key }, owner);
    const { siteUrl } = deps;
    const links = await inTextTurn(owner, () => askText('linksIn', { html: htmlOf(reading), siteUrl }));
    return inTurnToReach(() => listDead(links.slice(0, most), deps));
  });
}

async function listDead(links: string[], { siteUrl, mayReach }: Reaching) {
  const due = [...links];
  const dead = new Set<string>();
  const work = async () => {
    for (let link = due.shift(); link !== undefined; link = due.shift())
      if (!(await isHome(link, { time: timeoutMs, agent: `Mojian (+${siteUrl})`, mayReach }))) dead.add(link);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return links.filter((link) => dead.has(link));
}
