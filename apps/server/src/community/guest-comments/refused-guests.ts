import type {
  adminGuestComments,
  GuestWriter,
  Refusable,
  RefusedGuest,
} from '@mojian/contract/community/guest-comments';
import { spellEmail } from '@mojian/contract/platform/email';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { guestName } from '../../core/guest-rows/guest-rows.ts';
import { hashMail } from '../../core/identity/guest-mail.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { requireAllowedWords } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isInNetworks, plainNetwork } from '../../platform/client-address.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import * as queries from './guest-comments.queries.ts';

type Guest = { name: string; email: string; website: string };

/**
 * Checks who a guest says to be, and returns the name that is left of it.
 * @throws Failure naming `name` or `website`; not-allowed for a guest whom the staff refuse, whatever of them it is
 */
export async function checkGuest(db: Db, { name: written, email, website }: Guest, address: string) {
  const name = guestName(written);
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name))
    throw new Failure('invalid-input', '昵称里至少要有一个看得见的字', 'name');
  const { moderation } = await readSettings(db);
  requireAllowedWords(moderation, 'name', name);
  requireAllowedWords(moderation, 'website', website);
  const mailHash = email === '' ? null : await hashMail(db, email);
  await requireAccepted(db, { nameKey: nicknameKey(name), mailHash }, address);
  return name;
}

/** Checks the guest of a comment that is edited. @throws Failure not-allowed for one refused since */
export async function requireStillAccepted(db: Db, commentId: number, address: string) {
  await requireAccepted(db, await requireWriter(db, commentId), address);
}

async function requireAccepted(
  db: Db,
  { nameKey, mailHash }: { nameKey: string; mailHash: string | null },
  address: string,
) {
  const refusals = await queries.listRefusals(db);
  const valuesOf = (kind: Refusable) => refusals.filter((one) => one.kind === kind).map(({ value }) => value);
  const isRefused =
    valuesOf('name').includes(nameKey) ||
    (mailHash !== null && valuesOf('mailbox').includes(mailHash)) ||
    isInNetworks(address, valuesOf('network'));
  if (isRefused) throw new Failure('not-allowed', '这里现在不收你的评论，有话可以登录后说');
}

/** Shows who wrote a guest's comment, as far as the site knows. @throws Failure not-found for a member's */
export async function showWriter(db: Db, viewer: Viewer, commentId: number): Promise<GuestWriter> {
  const { id, nickname, mailHash, network, comments, fromNetwork } = await requireWriter(db, commentId);
  return {
    id,
    nickname,
    hasMailbox: mailHash !== null,
    network: network && isDemo(viewer) ? concealed : (network ?? ''),
    comments: Number(comments),
    fromNetwork: Number(fromNetwork),
  };
}

async function requireWriter(db: Db, commentId: number) {
  const writer = await queries.findWriter(db, commentId);
  if (!writer) throw new Failure('not-found', '没有访客写的这条评论', 'commentId');
  // the key has the name as its guest wrote it, without the mark beside a member's
  return { ...writer, nameKey: writer.guestKey?.split('\n')[0] ?? nicknameKey(writer.nickname) };
}

export async function listRefusedGuests(db: Db, viewer: Viewer): Promise<RefusedGuest[]> {
  const rows = await queries.listRefusals(db);
  return rows.map(({ id, kind, label, createdAt }) => ({
    id,
    kind,
    label: isDemo(viewer) ? concealed : label,
    createdAt: isoTime(createdAt),
  }));
}

/** Each comment is compared with all of them. */
const mostRefusals = 1000;

type RefuseInput = Input<typeof adminGuestComments.refuse>['body'];

/**
 * Refuses the comments of whoever has this name, mailbox or network.
 * @throws Failure not-found for what is not known of a comment's guest; already-done; naming `value`
 */
export async function refuseGuest(db: Db, viewer: Viewer, { kind, commentId, value = '' }: RefuseInput) {
  const refusal = commentId === undefined ? await written(db, kind, value) : await ofWriter(db, kind, commentId);
  await db.transaction().execute(async (trx) => {
    if ((await queries.countRefusals(trx)) >= mostRefusals)
      throw new Failure('not-allowed', `最多记 ${mostRefusals} 条，请先去掉一些`, 'value');
    if (!(await queries.insertRefusal(trx, { kind, ...refusal, createdAt: Date.now() })))
      throw new Failure('already-done', '已经不收了', 'value');
    await recordAct(trx, viewer, { act: 'guests.refuse', after: { kind, name: refusal.label } });
  });
  return null;
}

type Refusal = { value: string; label: string };

async function written(db: Db, kind: Refusable, text: string): Promise<Refusal> {
  if (kind === 'name') {
    const name = guestName(text);
    if (name === '') throw new Failure('invalid-input', '请填写昵称', 'value');
    return { value: nicknameKey(name), label: name };
  }
  if (kind === 'mailbox') {
    const value = await hashMail(db, text);
    if (value === null) throw new Failure('invalid-input', '请输入正确的邮箱', 'value');
    return { value, label: maskedEmail(spellEmail(text)) };
  }
  const value = plainNetwork(text);
  if (value === undefined)
    throw new Failure('invalid-input', '请输入网段，如 203.0.113.0/24，IPv4 不宽于 /8，IPv6 不宽于 /16', 'value');
  return { value, label: value };
}

/** Enough to be known again by whoever refused it. */
function maskedEmail(email: string) {
  return email.replace(/^(.).*@/u, '$1…@');
}

async function ofWriter(db: Db, kind: Refusable, commentId: number): Promise<Refusal> {
  const { nickname, nameKey, mailHash, network } = await requireWriter(db, commentId);
  if (kind === 'name') return { value: nameKey, label: nickname };
  if (kind === 'mailbox') {
    if (mailHash === null) throw new Failure('not-found', '这位访客没有留邮箱', 'kind');
    return { value: mailHash, label: `${nickname} 的邮箱` };
  }
  if (!network) throw new Failure('not-found', '已经不知道这一条从哪个网段来', 'kind');
  return { value: network, label: network };
}

/** Accepts comments of these guests again; unknown ones are no error. */
export async function acceptGuests(db: Db, viewer: Viewer, ids: number[]) {
  await db.transaction().execute(async (trx) => {
    for (const id of ids) {
      const row = await queries.deleteRefusal(trx, id);
      const before = row && { kind: row.kind, name: row.label };
      if (row) await recordAct(trx, viewer, { act: 'guests.accept', before });
    }
  });
  return null;
}
