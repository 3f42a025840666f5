import { isFailure } from '@mojian/contract/platform/failures';
import { z } from 'zod';
import { type Ask, page, tool } from './tools.ts';

type Row = {
  id: number;
  text: string;
  author: { nickname: string };
  path: string;
  reasons: string[];
  createdAt: string;
};

const kinds = { comment: 'comments', say: 'says', board: 'board' } as const;
const kind = z.enum(['comment', 'say', 'board']).describe('comment 评论、say 说说、board 留言');

/** Rows of a kind that wait; none of a kind that is switched off or of another's office. */
async function listHeld(ask: Ask, of: keyof typeof kinds, pageNo: number) {
  try {
    const { records, total } = await ask<{ records: Row[]; total: number }>(`GET /v1/admin/${kinds[of]}/`, {
      query: { state: 'held', pageNo },
    });
    const rows = records.map(({ id, text, author, path, reasons, createdAt }) => ({
      id,
      author: author.nickname,
      text,
      reasons,
      path,
      createdAt,
    }));
    return { total, records: rows };
  } catch (error) {
    if (isFailure(error) && (error.id === 'feature-off' || error.id === 'not-allowed'))
      return { refused: error.message };
    throw error;
  }
}

export const moderatingTools = {
  list_waiting: tool({
    scopes: ['moderate'],
    title: '看什么在等',
    description: '等着审核的评论、说说与留言',
    args: z.object({ kind: kind.optional(), page }),
    run: async (ask, { kind: only, page: pageNo }) => {
      const wanted = only ? [only] : (Object.keys(kinds) as (keyof typeof kinds)[]);
      const lists = await Promise.all(wanted.map(async (of) => [of, await listHeld(ask, of, pageNo)]));
      return Object.fromEntries(lists);
    },
  }),
  decide_waiting: tool({
    scopes: ['moderate'],
    title: '通过或隐藏',
    description: '通过一批等着的，或隐藏一批显示着的；不能删除',
    args: z.object({
      kind,
      ids: z.array(z.int().min(1)).min(1).max(100),
      act: z.enum(['release', 'hold']).describe('release 通过、hold 隐藏'),
    }),
    run: (ask, { kind: of, ...body }) => ask(`POST /v1/admin/${kinds[of]}/`, { body }),
  }),
};
