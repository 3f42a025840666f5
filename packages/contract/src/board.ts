import { z } from 'zod';
import { isBlank } from './blank.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery, time } from './fields.ts';

const boardMessage = z.object({
  id: z.number(),
  nickname: z.string(),
  /** Address of the member's own picture, or '' for a visitor and a member without one. */
  avatar: z.string(),
  /** Province or country, or ''. */
  place: z.string(),
  /** Plain text, never HTML. */
  text: z.string(),
  createdAt: time,
});

export type BoardMessage = z.infer<typeof boardMessage>;

/** Seconds between two messages of one person. Source: screens.md, "Board". */
export const boardPause = 30;
/** Characters, an emoji counting as few of them. Source: screens.md, "Board". */
export const longestMessage = 100;

const text = z
  .string('留言不能为空')
  .trim()
  .refine((text) => !isBlank(text), '留言不能为空')
  .refine((text) => [...text].length <= longestMessage, `留言不能超过 ${longestMessage} 个字`);

export const board = {
  list: endpoint({
    method: 'GET',
    path: '/v1/message/',
    access: 'anyone',
    about: '留言板，新的在前',
    query: pageQuery,
    reply: pageOf(boardMessage),
  }),
  post: endpoint({
    method: 'POST',
    path: '/v1/message/',
    access: 'anyone',
    about: '留言：访客也可以；30 秒后才能再次留言',
    body: z.object({ text }),
    /** Null while it waits for moderation. */
    reply: boardMessage.nullable(),
  }),
};
