import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { type Db, hashPassword, inDatabase, nicknameKey, openSession } from './arrange.ts';
import type { Site } from './site.ts';

export type Member = { id: number; nickname: string; email: string; password: string };

const password = '听雨楼头-1937';
/** All have the same, and a hash takes its time: it is made once. */
let hashed: Promise<string> | undefined;

let made = 0;

/** A member with an e-mail and a password, different from all others. */
export async function newMember(site: Site): Promise<Member> {
  made += 1;
  const nickname = `读者${made}`;
  const email = `reader-${made}@example.com`;
  hashed ??= hashPassword(password);
  const newcomer = {
    nickname,
    nicknameKey: nicknameKey(nickname),
    email,
    passwordHash: await hashed,
    role: 'member',
    createdAt: Date.now(),
  } as const;
  const insert = (db: Db) => db.insertInto('users').values(newcomer).returning('id').executeTakeFirstOrThrow();
  return { ...(await inDatabase(site, insert)), nickname, email, password };
}

export async function newMembers(site: Site, size: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < size) members.push(await newMember(site));
  return members;
}

/** Many members at once, who cannot log in: the tokens of their sessions. */
export function newCrowd(site: Site, size: number): Promise<string[]> {
  return inDatabase(site, async (db) => {
    const tokens: string[] = [];
    for (let one = 0; one < size; one += 1) {
      made += 1;
      const nickname = `读者${made}`;
      const row = { nickname, nicknameKey: nicknameKey(nickname), role: 'member', createdAt: Date.now() } as const;
      const { id: userId } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
      tokens.push(await openSession(db, userId));
    }
    return tokens;
  });
}

/** Opens a session of theirs and gives its token. */
export function tokenFor(site: Site, { id }: Pick<Member, 'id'>) {
  return inDatabase(site, (db) => openSession(db, id));
}

/** Gives a page's browser the session cookie, as if its reader had logged in a while ago. */
export async function carryToken(page: Page, site: Site, token: string) {
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
}

/** Does so for a member, with a session of its own. */
export async function enterAs(page: Page, site: Site, who: Pick<Member, 'id'>) {
  await carryToken(page, site, await tokenFor(site, who));
}

/** The code in the newest letter to a mailbox. Without a mail server letters stay in the database. */
export function codeSentTo(site: Site, email: string) {
  return vi.waitFor(
    async () => {
      const newest = (db: Db) =>
        db
          .selectFrom('keptMails')
          .select('text')
          .where('recipient', '=', email)
          .orderBy('id', 'desc')
          .executeTakeFirst();
      const code = /\b\d{6}\b/.exec((await inDatabase(site, newest))?.text ?? '')?.[0];
      if (!code) throw new Error(`没有给 ${email} 的信`);
      return code;
    },
    { timeout: 10_000, interval: 100 },
  );
}

/** Resets the counters of attempts. */
export function forgetTries(site: Site) {
  return inDatabase(site, (db) => db.deleteFrom('limits').execute());
}

/** Milliseconds an entry of the outbox stays claimed while it is performed. */
const claim = 60_000;

/** Waits until the site has done what follows from what was written, but for what is put off till later. */
export function workDone(site: Site) {
  const look = async () => {
    const now = Date.now();
    const due = (db: Db) =>
      db
        .selectFrom('outbox')
        .select('kind')
        .where(({ or, and, eb }) =>
          or([
            eb('dueAt', '<=', now),
            and([eb('dueAt', '<=', now + claim), eb('attempts', '=', 0), eb('kind', '<>', 'send-broadcast')]),
          ]),
        )
        .execute();
    const kinds = (await inDatabase(site, due)).map(({ kind }) => kind);
    if (kinds.length > 0) throw new Error(`还有没做完的：${kinds.join('、')}`);
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 200 });
}
