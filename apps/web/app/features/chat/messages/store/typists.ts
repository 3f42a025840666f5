import type { ChatPerson } from '@mojian/contract/chat/messages';

export type Typist = { roomId: number; person: ChatPerson; until: number };

/** Milliseconds somebody counts as typing after their browser said so. It says so every three seconds. */
const typingLasts = 6000;

export function withTypist(typists: Typist[], roomId: number, person: ChatPerson, now: number): Typist[] {
  const others = typists.filter((one) => !isSame(one, roomId, person.id));
  return [...others, { roomId, person, until: now + typingLasts }];
}

/** Whoever has said something is done typing it. */
export function withoutTypist(typists: Typist[], roomId: number, personId: number) {
  return typists.some((one) => isSame(one, roomId, personId))
    ? typists.filter((one) => !isSame(one, roomId, personId))
    : typists;
}

export function stillTyping(typists: Typist[], now: number) {
  return typists.some(({ until }) => until <= now) ? typists.filter(({ until }) => until > now) : typists;
}

function isSame({ roomId, person }: Typist, room: number, personId: number) {
  return roomId === room && person.id === personId;
}
