import type { Viewer } from '../src/platform/http/viewer.ts';
import type { testSite } from './site.ts';

type Site = Awaited<ReturnType<typeof testSite>>;
type Said = { picture?: string; quoteId?: number; key?: string };

/** The group's number: there is one, from the first migration on. */
export const group = 1;

/** Sends a text to a room under a key of its own. */
export function chatIn(site: Site) {
  const say = (viewer: Viewer, text: string, roomId = group, said: Said = {}) =>
    site.as(viewer).chat.send({ body: { roomId, text, key: crypto.randomUUID(), ...said } });

  /** The private room of two who know each other: what the one asked was accepted. */
  const roomOf = async (one: Viewer, other: Viewer) => {
    const { id } = await site.as(one).chat.addRoom({ query: { userId: other.id } });
    const pairs = [
      { followerId: one.id, followedId: other.id, createdAt: 1 },
      { followerId: other.id, followedId: one.id, createdAt: 1 },
    ];
    await site.db
      .insertInto('follows')
      .values(pairs)
      .onConflict((known) => known.doNothing())
      .execute();
    return id;
  };

  const history = (viewer: Viewer, roomId = group, requested: object = {}) =>
    site.as(viewer).chat.history({ query: { roomId, ...requested } });

  const list = (viewer: Viewer) => site.as(viewer).chat.rooms();

  /** A room as this viewer's list shows it. */
  const roomFor = async (viewer: Viewer, id = group) => (await list(viewer)).data.find((room) => room.id === id);

  return { say, roomOf, history, list, roomFor };
}

/** Plain text of a message. */
export const textOf = ({ pieces }: { pieces: { text: string }[] }) => pieces.map(({ text }) => text).join('');
