import { may } from '@mojian/contract/core/permissions';
import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Failure } from '@mojian/contract/platform/failures';
import { rolesUpTo } from '../../core/identity/roles.ts';
import { listSessions } from '../../core/sessions/sessions.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { chosenServer } from '../../platform/mail/smtp.ts';
import * as queries from './admin-detail.queries.ts';
import { mayKnow, presentRow } from './admin-members.ts';
import { notesFor } from './member-notes.ts';
import { listRecent } from './recent-texts.queries.ts';

type Parts = { db: Db; smtpUrl?: string | undefined };
type Member = NonNullable<Awaited<ReturnType<typeof queries.findForOffice>>>;

/** All that this viewer may know of a member. @throws Failure not-found. */
export async function showForOffice({ db, smtpUrl }: Parts, viewer: Viewer, id: number): Promise<MemberDetail> {
  const member = await queries.findForOffice(db, id);
  if (!member) throw new Failure('not-found', '用户不存在', 'id');
  const [counts, personal, notes, recent] = await Promise.all([
    queries.countAllOf(db, id),
    mayKnow(viewer) ? personalOf(db, viewer, member) : null,
    notesFor(db, viewer, id),
    listRecent(db, id),
  ]);
  const { articles, comments } = counts;
  const { intro, website, place, disabledReason, mutedReason, closesAt } = member;
  const row = presentRow({ ...member, articles, comments }, viewer, Date.now());
  return {
    ...row,
    ...{ intro, website, place, disabledReason, mutedReason, counts, personal, notes },
    closesAt: closesAt === null || closesAt === 0 ? null : isoTime(closesAt),
    recent: recent.map(presentText),
    may: {
      roles: row.manageable ? rolesUpTo(viewer.role) : [],
      note: may(viewer.role, 'users.note'),
      mail: await mailGoesOut(db, smtpUrl),
    },
  };
}

/** By what the owner chose, or by what the site was started with. */
async function mailGoesOut(db: Db, smtpUrl: string | undefined) {
  const { mail } = await readSettings(db);
  return (chosenServer(mail) ?? smtpUrl) !== undefined;
}

async function personalOf(db: Db, viewer: Viewer, { id, passwordHash }: Member) {
  const { social, passkeys } = await queries.findWaysIn(db, id);
  return {
    password: passwordHash !== null,
    passkeys,
    social: social.map(({ createdAt, ...link }) => ({ ...link, createdAt: isoTime(createdAt) })),
    sessions: await listSessions(db, { ...viewer, id }),
  };
}

type Text = Awaited<ReturnType<typeof listRecent>>[number];

function presentText({ kind, id, text, articleId, sayId, createdAt }: Text): MemberDetail['recent'][number] {
  const paths = {
    article: `/article/${id}`,
    say: `/say?id=${id}`,
    comment: articleId === null ? `/say?id=${sayId}` : `/article/${articleId}`,
    board: '/message',
  };
  return { kind, id, text: [...text].slice(0, 120).join(''), path: paths[kind], createdAt: isoTime(createdAt) };
}
