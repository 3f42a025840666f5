import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/** Loads the picture library lazily: it costs start time and memory. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // a single thread and no cache: memory of a small machine matters more than speed
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
