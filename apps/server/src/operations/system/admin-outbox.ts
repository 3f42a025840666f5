import type { adminOutbox, OutboxEntry } from '@mojian/contract/operations/system';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { recordAct } from '../../core/audit/audit.ts';
import { howToRun } from '../../platform/command-line.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { withoutSecrets } from '../../platform/logs/log-ring.ts';
import { findStoredMail, listStoredMailPage } from '../../platform/mail/mailer.ts';
import { type Mail, sendMail } from '../../platform/mail/mails.ts';
import { halfHidden, listOutcomes } from '../../platform/mail/outcomes.ts';
import * as entries from '../../platform/outbox/outbox.ts';
import { attemptsAtMost } from '../../platform/outbox/outbox.ts';

type Query = Input<typeof adminOutbox.list>['query'];
type Body = Input<typeof adminOutbox.act>['body'];
const hidden = '•••';
const hiddenText = `这封信里有验证码或只能用一次的链接，拿到的人能登录那个账号，所以这里不显示。要看，请在服务器上运行：${howToRun('mails')}`;

type Row = Awaited<ReturnType<typeof entries.listEntries>>[number];

/**
 * Lists entries without their payload, which may hold codes; the demo account does not see replies of other servers.
 */
export async function listOutbox(db: Db, viewer: Viewer, query: Query) {
  const rows = await entries.listEntries(db, query, sliceOf(query));
  const shown = rows.map(present).map((row) => (isStaff(viewer) ? row : { ...row, failure: '', about: '' }));
  return inPages(shown, await entries.countEntries(db, query), query);
}

/** Retries or discards each and records the act. */
export function actOnOutbox(db: Db, viewer: Viewer, { ids, act }: Body) {
  return each(ids, (id) => db.transaction().execute((trx) => actOn(trx, viewer, id, act)));
}

async function actOn(trx: Trx, viewer: Viewer, id: number, act: Body['act']) {
  const entry = await entries.findEntry(trx, id);
  if (!entry) throw new Failure('not-found', '已经执行完了');
  if (act === 'retry' && entry.attempts === 0) throw new Failure('already-done', '正在等待执行，不用重试');
  if (act === 'retry') await entries.tryAgain(trx, id, Date.now());
  else await entries.deleteEntry(trx, id);
  const before = { kind: entry.kind, attempts: entry.attempts, failure: withoutSecrets(entry.failure ?? '') };
  await recordAct(trx, viewer, { act: `outbox.${act}`, subject: `outbox:${id}`, before });
}

/** Lists undeliverable mails; the demo account sees neither recipients nor subjects. */
export async function listUndeliveredMails(db: Db, viewer: Viewer, query: PageQuery) {
  const { rows, total } = await listStoredMailPage(db, sliceOf(query));
  const records = rows.map(({ id, recipient, subject, createdAt }) => ({
    id,
    createdAt: isoTime(createdAt),
    ...(isStaff(viewer) ? { subject, recipient: halfHidden(recipient) } : { subject: hidden, recipient: hidden }),
  }));
  return inPages(records, total, query);
}

/** Reads a stored mail; the text of one that could log somebody in is withheld. @throws Failure not-found */
export async function readUndeliveredMail(db: Db, id: number) {
  const stored = await findStoredMail(db, id);
  if (!stored) throw new Failure('not-found', '这封信已经不在了');
  const { fleeting, ...mail } = stored;
  return { ...mail, text: fleeting === 1 ? hiddenText : mail.text, createdAt: isoTime(mail.createdAt) };
}

/** Lists how the newest mails ended; the demo account sees neither recipients nor subjects. */
export async function listSentMails(db: Db, viewer: Viewer) {
  return (await listOutcomes(db)).map(({ recipient, subject, failure, at }) => ({
    at: isoTime(at),
    ...(isStaff(viewer)
      ? { recipient, subject, failure: withoutSecrets(failure) }
      : { recipient: hidden, subject: hidden, failure: failure && hidden }),
  }));
}

/** Names the mail of an entry, without its code. */
function aboutOf({ kind, payload }: Row) {
  if (kind !== sendMail) return '';
  const { to, subject } = JSON.parse(payload) as Partial<Mail>;
  return to === undefined || subject === undefined ? '' : `「${subject}」，写给 ${halfHidden(to)}`;
}

function present(row: Row): OutboxEntry {
  const { id, kind, attempts, dueAt, failure } = row;
  const isOver = attempts >= attemptsAtMost;
  return {
    id,
    kind,
    about: aboutOf(row),
    attempts,
    state: isOver ? 'given-up' : attempts > 0 ? 'failing' : 'waiting',
    dueAt: isOver ? null : isoTime(dueAt),
    failure: withoutSecrets(failure ?? '').replace(/^\w*Error: /, ''),
  };
}
