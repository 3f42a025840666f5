/** Sequence numbers of one generation of the feed. */
export const generationSize = 1_000_000_000;

/**
 * Generation of a sequence number: a restored site continues in the next one, so that no number stands for two entries
 * and streams from before the restore begin anew.
 */
export function generationOf(seq: number) {
  return Math.floor(seq / generationSize);
}
