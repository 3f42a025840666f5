import type { Db } from '../../platform/db/schema.ts';
import { type PicturePage, table } from '../../platform/db/table.ts';

export const users = table('users', {
  columns: {
    id: 'archive',
    nickname: 'export, archive',
    avatar: 'export, archive',
    email: 'archive',
    passwordHash: 'left out: a secret',
    role: 'export, archive',
    intro: 'export, archive',
    createdAt: 'export, archive',
    nicknameKey: 'left out: made from the nickname',
    cover: 'archive',
    website: 'export, archive',
    place: 'archive',
    mailOnReply: 'archive',
    keepsCamera: 'archive',
    mailOnArticle: 'archive',
    emailProposed: 'left out: of the site',
    closesAt: 'left out: of the site',
    keepWritings: 'left out: of the site',
    showsRead: 'archive',
    showsTyping: 'archive',
    showsPresence: 'archive',
    showsCollects: 'archive',
    disabledAt: 'left out: of the staff',
    disabledUntil: 'left out: of the staff',
    disabledReason: 'left out: of the staff',
    mutedAt: 'archive',
    mutedUntil: 'archive',
    mutedReason: 'archive',
    seenAt: 'archive',
    isGuest: 'export',
    mailHash: 'left out: a secret',
    guestKey: 'left out: made from the name',
    claimProposed: 'left out: of the site',
    passkeyRemindedAt: 'left out: of the staff',
    guestEmail: 'left out: a secret',
  },
  texts: [{ name: '会员的资料', columns: ['avatar', 'cover', 'website', 'intro'] }],
  pictures: { columns: ['avatar', 'cover'], page: profilePages },
  subject: { kind: 'user', title: 'nickname' },
  typeset: { columns: ['nickname'] },
  edited: ['nickname', 'intro', 'avatar', 'cover', 'website', 'email', 'passwordHash', 'role', 'isGuest'],
});

async function profilePages(db: Db, ids: number[]): Promise<Map<number, PicturePage>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, { title: nickname, path: `/user/${id}` }]));
}
