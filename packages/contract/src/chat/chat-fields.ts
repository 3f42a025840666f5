import { z } from 'zod';
import { id, numberedQuery } from '../platform/fields.ts';

export const cursor = z.string('翻页标记有误').max(60, '翻页标记有误').optional();
export const place = { before: cursor, after: cursor, around: id('消息编号').optional(), ...numberedQuery };
export const roomId = id('房间编号');
export const userId = id('用户编号');
export const messageId = id('消息编号');
/** A room by its number or by who is in it: one of the two, and not both. */
export const oneRoom = (given: { roomId?: number | undefined; userId?: number | undefined }) =>
  (given.roomId === undefined) !== (given.userId === undefined);
export const sayWhich = { message: '须给出房间或对方', path: ['roomId'] };

/** What a member does, of which they hear no more than that it is done. */
export const deed = { access: 'member', limit: { most: 60, seconds: 60 }, reply: z.null() } as const;
