import { type Seal, seals } from '@mojian/contract/platform/rules';
import { chinaDay, dayLength, minuteLength } from '@mojian/contract/platform/time';
import { storeForeignMessages } from '../../chat/messages/foreign-messages.ts';
import { openPair } from '../../chat/rooms/change-room.ts';
import { openGroup } from '../../chat/rooms/rooms.ts';
import { insertForeignMessage } from '../../community/board/board.ts';
import { addToSay, counterOf } from '../../community/says/say-rows.ts';
import { addToArticle } from '../../content/article-rows/article-rows.ts';
import { likeArticle } from '../../content/articles/acts.ts';
import { collect } from '../../content/collects/collects.ts';
import { setLike } from '../../core/likes/likes.ts';
import { emptyTally, recordIn, splitTally, writeTally } from '../../core/visits/tally.ts';
import { follow } from '../../members/follows/follows.ts';
import { signInToday } from '../../members/sign-ins/sign-ins.ts';
import { insertLink } from '../../pages/links/link-rows.ts';
import { insertSiteUnlessThere } from '../../pages/navigation/navigation-rows.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { DemoArticle } from './demo-content.ts';
import type { People, Person } from './demo-people.ts';
import { personNamed, type Stored, type StoredSay } from './demo-writings.ts';
import { chosenBy, type Filling, someOf } from './filling.ts';

/** Days in which a like is still a notice. */
const news = 10;

/** Likes and collects the articles. Only what is new is a notice to its author. */
export async function addLikes(filling: Filling, people: People, articles: DemoArticle[], stored: Map<string, Stored>) {
  const { db, now } = filling;
  for (const { slug, likes, days, featured } of articles) {
    const { id, authorId, createdAt } = stored.get(slug) as Stored;
    const readers = [...people.values()].filter((person) => person.id !== authorId);
    const fond = someOf(readers, likes, slug);
    if (days < news) for (const reader of fond) await likeArticle(db, reader, { articleId: id, like: '1' });
    else
      await db.transaction().execute(async (trx) => {
        for (const [at, reader] of fond.entries()) {
          const time = Math.min(createdAt + (at + 1) * 97 * minuteLength, now);
          await setLike(trx, { kind: 'article', targetId: id, userId: reader.id, createdAt: time }, true);
        }
        await addToArticle(trx, id, 'likes', fond.length);
      });
    if (featured) for (const reader of fond.slice(0, 4)) await collect(db, reader, id);
  }
}

/** Stamps the says. */
export function addSeals({ db, now }: Filling, people: People, says: StoredSay[]) {
  return db.transaction().execute(async (trx) => {
    for (const on of says) {
      const readers = [...people.values()].filter((person) => person.id !== on.authorId);
      for (const seal of seals) await stamp(trx, { on, seal, readers, now });
    }
  });
}

type Stamping = { on: StoredSay; seal: Seal; readers: Person[]; now: number };

async function stamp(trx: Trx, { on: { id, createdAt, say }, seal, readers, now }: Stamping) {
  const stamped = someOf(readers, say.seals[seal] ?? 0, `${seal} ${say.text}`);
  for (const [at, { id: userId }] of stamped.entries()) {
    const time = Math.min(createdAt + (at + 1) * 31 * minuteLength, now);
    await setLike(trx, { kind: 'say', targetId: id, userId, seal, createdAt: time }, true);
  }
  if (stamped.length > 0) await addToSay(trx, id, counterOf[seal], stamped.length);
}

/** Lets everybody follow the owner and a few others, and come by on most days. */
export async function addFollows({ db, now }: Filling, people: People) {
  const [owner, ...members] = people.values();
  if (!owner) return;
  for (const member of members) {
    await follow(db, member, owner.id);
    const others = members.filter(({ id }) => id !== member.id);
    for (const other of someOf(others, 2 + chosenBy(member.nickname, 4), member.nickname))
      await follow(db, member, other.id);
  }
  for (const member of members.slice(0, 5)) await follow(db, owner, member.id);
  for (const person of [owner, ...members.slice(0, 4)])
    for (let day = 20; day > 0; day--)
      if (chosenBy(`${person.nickname} ${day}`, 5) > 0) await signInToday(db, person, now - day * dayLength);
}

/** Adds the board, the links and the navigation. */
export function addBoardAndLinks({ db, site, now, timeOf }: Filling, people: People) {
  return db.transaction().execute(async (trx) => {
    for (const { by, text, days } of site.board.toReversed()) {
      const author = people.get(by);
      const row = { authorId: author?.id ?? null, nickname: author?.nickname ?? by, place: author?.region ?? '' };
      await insertForeignMessage(trx, { ...row, text, createdAt: timeOf(days, text) });
    }
    for (const [position, { group, ...link }] of site.links.entries())
      await insertLink(trx, { ...link, groupName: group, position, createdAt: now, checkedAt: null });
    for (const [groupPosition, { group, sites }] of site.navigation.entries())
      for (const [position, place] of sites.entries())
        await insertSiteUnlessThere(trx, { ...place, group, groupPosition, position });
  });
}

/** Adds what was said in the group today and in private with the owner. */
export async function addChat({ db, search, site, now }: Filling, people: People) {
  const messagesOf = (said: { by: string; text: string }[], apart: number, until: number) =>
    said.map(({ by, text }, at) => ({
      senderId: personNamed(people, by).id,
      text,
      key: `demo ${by} ${at}`,
      createdAt: until - (said.length - at) * apart,
    }));
  const owner = personNamed(people, site.author.nickname);
  const { id } = await openGroup(db, owner);
  await db.transaction().execute(async (trx) => {
    const said = messagesOf(site.chat, 4 * minuteLength, now - minuteLength);
    await storeForeignMessages(trx, search, { id, kind: 'group' }, said);
    for (const [at, { with: name, messages }] of site.letters.entries()) {
      const room = await openPair(trx, owner, personNamed(people, name).id);
      const written = messagesOf(messages, 3 * minuteLength, now - (at + 1) * 50 * minuteLength);
      const keyed = written.map((message) => ({ ...message, key: `${message.key} ${name}` }));
      await storeForeignMessages(trx, search, { id: room, kind: 'private' }, keyed);
    }
  });
}

/** Days of visits that the back office draws. */
const daysOfVisits = 30;

/** Counts a month of visitors, more towards today. */
export async function addVisits({ db, now }: Filling, stored: Map<string, Stored>) {
  const articles = [...stored.values()].toReversed();
  const tally = emptyTally();
  for (let ago = daysOfVisits; ago >= 0; ago--) {
    const at = now - ago * dayLength;
    const visitors = 26 + chosenBy(`visitors ${ago}`, 30) + (daysOfVisits - ago);
    for (let visitor = 0; visitor < visitors; visitor++) {
      const who = { day: chinaDay(at), at, visitor: `demo ${visitor}` };
      const source = sources[chosenBy(`${ago} ${visitor}`, sources.length)];
      recordIn(tally, { ...who, page: '/', source });
      for (const { id } of someOf(articles.slice(0, 20), 1 + (visitor % 3), `${ago} ${visitor}`))
        recordIn(tally, { ...who, page: `/article/${id}` });
    }
  }
  for (const part of splitTally(tally)) await writeTally(db, part);
}

const sources = [
  { kind: 'direct', host: '' },
  { kind: 'direct', host: '' },
  { kind: 'search', host: 'search.example' },
  { kind: 'site', host: 'zhuwai.example' },
  { kind: 'site', host: 'garden.example' },
] as const;
