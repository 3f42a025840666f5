import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/** The picture library, loaded when the first picture needs it: it costs start time and memory. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread and no cache: memory of a small machine is dearer than speed.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
