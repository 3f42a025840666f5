import type { ImportWork } from '@mojian/contract/operations/imports';

/** Identifies a job by its upload: a run gets its id only after its file was read once. */
const idOf = ({ kind, upload }: ImportWork) => `${kind} ${upload}`;

/** The job that ran while this screen was open, and the one that was closed; '' for none. */
export type SeenWork = { ranHere: string; closed: string };

export const nothingSeen: SeenWork = { ranHere: '', closed: '' };

/** A running job is a new one, though it has the id of a closed one: the same file may be chosen again. */
export function followWork(seen: SeenWork, work: ImportWork | null): SeenWork {
  if (work?.state !== 'running') return seen;
  const ranHere = idOf(work);
  return seen.ranHere === ranHere && seen.closed === '' ? seen : { ranHere, closed: '' };
}

/** Closes a job, which the server goes on to name as its last. */
export function closeWork(seen: SeenWork, work: ImportWork | null): SeenWork {
  return { ...seen, closed: work ? idOf(work) : '' };
}

/** The last job until it is closed: a preview always, an import or undo only if it ran while this screen was open. */
export function shownWork({ ranHere, closed }: SeenWork, work: ImportWork | null) {
  if (!work || idOf(work) === closed) return undefined;
  return work.kind === 'preview' || idOf(work) === ranHere ? work : undefined;
}
