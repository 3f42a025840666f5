import type { Say, says } from '@mojian/contract/community/says';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { isBlank, longestPlace, longestSay } from '@mojian/contract/platform/rules';
import { cleanText, removeTags } from '@mojian/markdown/text';
import { withUgcLinks } from '../../content/text/comment-text.ts';
import { announceWriting } from '../../core/alerts/announce.ts';
import { hiddenByStaff, type Judgement, judge, judgeRendered } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { findOwnPictures } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { keepReportedText } from '../reports/reports.ts';
import { isPostingAllowed } from './says.policy.ts';
import { findSentSay, insertSay, lockSay, replaceTopics, updateSay } from './says.queries.ts';
import { findVisibleSay, publishSay, sayNotFound } from './says.ts';

type Deps = { db: Db; siteUrl: string };
type EditInput = Input<typeof says.update>['body'];
/** Fields a member writes. */
type SayInput = Omit<EditInput, 'id'>;
/** A say checked, judged and rendered, ready to be stored. */
type PreparedSay = Omit<SayInput, 'pictures'> & Pick<Judgement, 'state' | 'reasons'> & Rendered;
type Rendered = { pictures: Say['pictures']; rendered: RenderedSay };
type StoredSay = Awaited<ReturnType<typeof findVisibleSay>>;

/**
 * Posts a say. A repeated `key` returns the first one again.
 * @throws Failure not-allowed for who may not post; naming `text`, `place` or `pictures`.
 */
export async function postSay(deps: Deps, viewer: Viewer, { key, ...input }: Input<typeof says.insert>['body']) {
  await requirePosting(deps.db, viewer);
  const sendKey = key || null;
  const before = sendKey === null ? undefined : await findSentSay(deps.db, viewer.id, sendKey);
  if (before) return { id: before.id, held: before.state === 'held' };
  const { rendered, ...say } = await prepareSay(deps, viewer, input);
  return deps.db.transaction().execute(async (trx) => {
    const id = await insertOnce(trx, { ...say, authorId: viewer.id, sendKey }, rendered);
    if (id !== undefined) {
      await announce(trx, { ...say, id, authorId: viewer.id });
      return { id, held: say.state === 'held' };
    }
    const first = await findSentSay(trx, viewer.id, sendKey ?? '');
    return { id: first?.id ?? 0, held: first?.state === 'held' };
  });
}

export async function mayPost(db: Db, viewer: Viewer) {
  return isPostingAllowed(viewer, (await readSettings(db)).says);
}

async function requirePosting(db: Db, viewer: Viewer) {
  if (!(await mayPost(db, viewer))) throw new Failure('not-allowed', '站长没有开放发说说');
}

/**
 * Changes one's own say; a changed text is judged again.
 * @throws Failure not-found for what may not be seen; not-allowed for another's, and for who may not post; naming `text`,
 * `place` or `pictures`.
 */
export async function editSay(deps: Deps, viewer: Viewer, { id, ...input }: EditInput) {
  await findEditable(deps.db, viewer, id);
  const prepared = await prepareSay(deps, viewer, input, id);
  return deps.db.transaction().execute(async (trx) => store(trx, await lock(trx, id), prepared));
}

/**
 * Shows one's own say to everyone, judged again, or to oneself alone; nothing else of it changes.
 * @throws Failure as `editSay`.
 */
export async function setVisibility(
  deps: Deps,
  viewer: Viewer,
  { id, isPublic }: Input<typeof says.setVisibility>['body'],
): Promise<{ held: boolean }> {
  const { text, place, weather, hasAiContent } = await findEditable(deps.db, viewer, id);
  const same = { text, place, weather, hasAiContent: hasAiContent === 1 };
  const prepared = await prepareSay(deps, viewer, { ...same, pictures: [], isPublic }, id);
  const result = await deps.db.transaction().execute(async (trx) => {
    const now = await lock(trx, id);
    // edited meanwhile: the new text has to be judged instead
    const isAsBefore = now.text === text && now.place === place && now.weather === weather;
    if (!isAsBefore || now.hasAiContent !== hasAiContent) return undefined;
    return store(trx, now, { ...prepared, pictures: JSON.parse(now.pictures) });
  });
  return result ?? setVisibility(deps, viewer, { id, isPublic });
}

async function findEditable(db: Db, viewer: Viewer, id: number) {
  const say = await findVisibleSay(db, viewer, id);
  if (say.authorId !== viewer.id) throw new Failure('not-allowed', '只能修改自己的说说');
  await requirePosting(db, viewer);
  return say;
}

async function lock(trx: Trx, id: number) {
  const say = await lockSay(trx, id);
  if (!say) throw sayNotFound();
  return say;
}

/** Works on the locked row: staff may have hidden it meanwhile, and only they show it again. */
async function store(trx: Trx, before: StoredSay, prepared: PreparedSay) {
  const judged = isSame(before, prepared) || isHiddenByStaff(before) ? stateOf(before) : prepared;
  const { rendered, isPublic, hasAiContent, pictures, reasons, ...say } = { ...prepared, ...judged };
  const isChanged = before.text !== say.text || before.pictures !== JSON.stringify(pictures);
  if (before.isPublic === 1 && (isChanged || !isPublic)) await keepReportedText(trx, 'say', before);
  await updateSay(trx, before.id, {
    ...say,
    html: rendered.html,
    pictures: JSON.stringify(pictures),
    reasons: JSON.stringify(reasons),
    isPublic: Number(isPublic),
    hasAiContent: Number(hasAiContent),
  });
  await replaceTopics(trx, before.id, rendered.topics);
  await publishEdit(trx, before, { isPublic, state: say.state, text: say.text });
  return { held: say.state === 'held' };
}

/** Publishes or hides an edited say, and tells the staff of one that now waits or is new to them. */
async function publishEdit(trx: Trx, before: StoredSay, after: Pick<PreparedSay, 'isPublic' | 'state' | 'text'>) {
  const wasShown = before.isPublic === 1 && before.state === 'shown';
  const isShown = after.isPublic && after.state === 'shown';
  if (isShown) await publishSay(trx, before, wasShown ? 'say-changed' : 'say');
  else if (wasShown) await publishSay(trx, before, 'say-gone');
  const isNews = isShown ? !wasShown : after.state === 'held' && before.state !== 'held';
  if (isNews) await announce(trx, { ...after, id: before.id, authorId: before.authorId });
}

type Announced = Pick<PreparedSay, 'isPublic' | 'state' | 'text'> & { id: number; authorId: number };

/** Tells the staff of a say that is for everybody. */
async function announce(trx: Trx, { isPublic, id, ...say }: Announced) {
  if (isPublic) await announceWriting(trx, { ...say, kind: 'say', link: `/say?id=${id}` });
}

/** An unchanged public say keeps the state it has. */
function isSame(before: StoredSay, { text, place, pictures, isPublic }: PreparedSay) {
  const same = before.text === text && before.place === place && before.pictures === JSON.stringify(pictures);
  return same && before.isPublic === 1 && isPublic;
}

function isHiddenByStaff(before: StoredSay) {
  return before.state === 'held' && stateOf(before).reasons.includes(hiddenByStaff);
}

function stateOf({ state, reasons }: StoredSay): Pick<PreparedSay, 'state' | 'reasons'> {
  return { state, reasons: JSON.parse(reasons) };
}

/**
 * Checks a say, finds its pictures, judges and renders it, all outside a transaction. A private one is not judged.
 * `sayId`: the say being edited, which does not count as a repetition.
 */
async function prepareSay(
  { db, siteUrl }: Deps,
  viewer: Viewer,
  input: SayInput,
  sayId?: number,
): Promise<PreparedSay> {
  const { weather, isPublic, hasAiContent } = input;
  const texts = { text: checkText(input.text), place: checkPlace(input.place) };
  const pictures = await findOwnPictures(db, viewer.id, input.pictures);
  const judged = isPublic
    ? await judgeTexts(db, viewer, texts, sayId)
    : { ...texts, state: 'shown' as const, reasons: [] };
  const rendered = await renderSay(judged.text, siteUrl);
  if (isBlank(removeTags(rendered.html))) throw blankText();
  const { state, reasons } = isPublic ? await judgeRendered(db, judged, { ...rendered, role: viewer.role }) : judged;
  const html = isStaff(viewer) ? rendered.html : withUgcLinks(rendered.html);
  return { ...judged, state, reasons, pictures, weather, isPublic, hasAiContent, rendered: { ...rendered, html } };
}

type Texts = Pick<SayInput, 'text' | 'place'>;

/** The place is free text too. */
async function judgeTexts(db: Db, { id: authorId, role }: Viewer, texts: Texts, sayId?: number) {
  const text = await judge(db, { text: texts.text, authorId, role, sayId });
  if (texts.place === '') return { ...text, place: '' };
  const place = await judge(db, { text: texts.place, authorId, role, sayId });
  return {
    text: text.text,
    place: place.text,
    state: text.state === 'held' ? text.state : place.state,
    reasons: [...new Set([...text.reasons, ...place.reasons])],
  };
}

/** Lengths are counted in code points, as the form's counter does. */
function checkText(written: string) {
  const text = cleanText(written).trim();
  if (isBlank(text)) throw blankText();
  if (Array.from(text).length > longestSay)
    throw new Failure('invalid-input', `内容不能超过 ${longestSay} 个字`, 'text');
  return text;
}

function checkPlace(written: string) {
  const place = cleanText(written).replaceAll(/\s+/g, ' ').trim();
  if (Array.from(place).length > longestPlace)
    throw new Failure('invalid-input', `地点不能超过 ${longestPlace} 个字`, 'place');
  return isBlank(place) ? '' : place;
}

function blankText() {
  return new Failure('invalid-input', '请输入内容', 'text');
}

export type SayDraft = {
  authorId: number;
  text: string;
  state?: 'shown' | 'held' | undefined;
  /** Why it is held. */
  reasons?: string[] | undefined;
  sendKey?: string | null | undefined;
  /** Milliseconds since 1970; now by default. */
  createdAt?: number | undefined;
} & { [Field in 'pictures' | 'place' | 'weather' | 'isPublic' | 'hasAiContent']?: Say[Field] | undefined };

export type RenderedSay = Awaited<ReturnType<typeof renderSay>>;

/** Renders outside a transaction; the renderer is loaded on first use, since many processes never render. */
export async function renderSay(text: string, siteUrl: string) {
  const { renderShortText } = await import('@mojian/markdown/short-text');
  return renderShortText(text, { siteOrigin: new URL(siteUrl).origin });
}

/** Stores a say with its topics and publishes it. Returns its id, or nothing when its author already sent this key. */
async function insertOnce(trx: Trx, draft: SayDraft, { html, topics }: RenderedSay) {
  const { authorId, text, pictures = [], place = '', weather = '', isPublic = true, createdAt = Date.now() } = draft;
  const { hasAiContent = false, state = 'shown', reasons = [], sendKey = null } = draft;
  const id = await insertSay(trx, {
    authorId,
    html,
    createdAt,
    state,
    sendKey,
    text: cleanText(text),
    place: cleanText(place),
    weather,
    pictures: JSON.stringify(pictures),
    isPublic: Number(isPublic),
    hasAiContent: Number(hasAiContent),
    reasons: JSON.stringify(reasons),
  });
  if (id === undefined) return undefined;
  await replaceTopics(trx, id, topics);
  if (isPublic && state === 'shown') await publishSay(trx, { id, authorId }, 'say');
  return id;
}

/** Stores a say that was never sent before. */
export async function writeSay(trx: Trx, draft: SayDraft, rendered: RenderedSay): Promise<number> {
  return (await insertOnce(trx, { ...draft, sendKey: null }, rendered)) ?? 0;
}
