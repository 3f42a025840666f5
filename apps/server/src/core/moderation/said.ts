import type { Schema } from '../../platform/db/schema.ts';

export type Role = Schema['users']['role'];

/**
 * `visitor`: a name for whoever writes without an account, so that their repetitions are noticed; never shown. `sayId`:
 * the say that is being changed, which does not repeat itself; `commentId`: the same of a comment. `isChat`: said in the group, among many short texts.
 * `isComment`: reviewed by the mode of comments.
 */
export type Said = {
  text: string;
  authorId: number | null;
  role?: Role;
  visitor?: string;
  sayId?: number | undefined;
  commentId?: number | undefined;
  isChat?: boolean;
  isComment?: boolean;
};
