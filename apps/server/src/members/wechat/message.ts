import { z } from 'zod';
import { writeXml } from './xml.ts';

const who = z.string().regex(/^[\w-]{1,64}$/);
const number = z.string().regex(/^\d{1,20}$/);

/** What WeChat's server tells us of a follower. Source: its documentation, 接收普通消息 and 接收事件推送. */
export const message = z.object({
  /** The official account, and the follower's openid. */
  ToUserName: who,
  FromUserName: who,
  /** Seconds since 1970. */
  CreateTime: number,
  MsgType: z.string(),
  MsgId: number.optional(),
  Content: z.string().optional(),
  Event: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
});

export type Message = z.infer<typeof message>;

/** The same for a message that WeChat sends again. Events have no number of their own. */
export function messageId({ FromUserName, MsgId, CreateTime, Event }: Message) {
  return MsgId ? `${FromUserName}:${MsgId}` : `${FromUserName}:${CreateTime}:${Event ?? ''}`;
}

/** A text in answer to a message, as WeChat wants it. It takes 2048 bytes at the most. */
export function textReply({ FromUserName, ToUserName }: Message, text: string) {
  return writeXml({
    ToUserName: FromUserName,
    FromUserName: ToUserName,
    CreateTime: Math.floor(Date.now() / 1000),
    MsgType: 'text',
    Content: text.slice(0, 600),
  });
}
