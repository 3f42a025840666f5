import type { Writing } from '../editor-parts.ts';

const staff = ['owner', 'admin', 'editor'];

/** Whether what is handed in appears without review. Before there is a draft on the server, the role has to tell. */
export function mayPublish({ draft, me }: Pick<Writing, 'draft' | 'me'>) {
  return draft ? draft.may.publish : staff.includes(me.role);
}
