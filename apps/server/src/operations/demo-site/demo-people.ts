import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { insertAuthor, updateUser } from '../../core/identity/user-rows.ts';
import { receivePicture } from '../../core/uploads/uploads.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { ensureOwner, nobody } from '../sample/owner.ts';
import type { DemoSite } from './demo-content.ts';
import type { Filling } from './filling.ts';

/** A person of the demo content as they act. */
export type Person = Viewer & { nickname: string; region: string };

/** Everybody by the name that the texts use; the owner, whatever they are called here, first. */
export type People = Map<string, Person>;

const face = { width: 256, height: 256 };

/**
 * Adds the members, who cannot log in, and introduces an owner whom nobody has named yet.
 * @throws Error when the owner has a member's name
 */
export async function addPeople(filling: Filling): Promise<People> {
  const { db, site, now } = filling;
  const owner = await introduceOwner(filling);
  const people: People = new Map([[site.author.nickname, owner]]);
  for (const { name, region, role, avatar: scene, days, ...about } of site.members) {
    const row = { ...about, nickname: name, nicknameKey: nicknameKey(name), role };
    const createdAt = filling.timeOf(days, name);
    const id = await db.transaction().execute((trx) => insertAuthor(trx, { ...row, ...noLogin, createdAt }));
    if (id === undefined) throw new Error(`站里已有叫「${name}」的人，演示内容放不进去`);
    const person = { id, role, sessionId: 0, signedInAt: now, nickname: name, region };
    await updateUser(db, id, { avatar: await drawFace(filling, person, scene) });
    people.set(name, person);
  }
  return people;
}

const noLogin = { email: null, passwordHash: null };

async function introduceOwner(filling: Filling): Promise<Person> {
  const { db, site, now } = filling;
  const { avatar: scene, ...about } = site.author;
  const found = await ensureOwner(db);
  const nickname = found.nickname === nobody.nickname ? about.nickname : found.nickname;
  const owner = { id: found.id, role: 'owner', sessionId: 0, signedInAt: now, nickname, region: '浙江' } as const;
  const isUnnamed = nickname !== found.nickname;
  const blank = await findProfile(db, owner.id);
  await updateUser(db, owner.id, {
    ...(isUnnamed && { nickname, nicknameKey: nicknameKey(nickname), createdAt: filling.timeOf(firstDay, nickname) }),
    ...(blank.intro === '' && { intro: about.intro, place: about.place }),
    ...(blank.avatar === '' && { avatar: await drawFace(filling, owner, scene) }),
  });
  return owner;
}

/** Days since the owner came. */
const firstDay = 1100;

function findProfile(db: Db, id: number) {
  return db.selectFrom('users').select(['intro', 'avatar']).where('id', '=', id).executeTakeFirstOrThrow();
}

async function drawFace({ db, storage, draw }: Filling, person: Viewer, scene: DemoSite['author']['avatar']) {
  const { url } = await receivePicture({ db, storage }, person, await draw({ ...scene, ...face }));
  return url;
}
