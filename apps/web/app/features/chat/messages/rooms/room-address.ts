import type { Room } from '@mojian/contract/chat/messages';

/** Where a room stands: a private one by whom it is with, so that the address is the same before there is a room. */
export function roomAddress({ id, peer }: Pick<Room, 'id' | 'peer'>, messageId?: number): string {
  const message = messageId === undefined ? '' : `&message=${messageId}`;
  return `/im?${peer ? `userId=${peer.id}` : `room=${id}`}${message}`;
}
