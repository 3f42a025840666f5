const largest = { width: 280, height: 320 };
const smallest = 88;

/** The room a picture takes among what is said, in CSS pixels; known before it comes, so that nothing jumps. */
export function pictureSize({ width, height }: { width: number; height: number }) {
  if (width < 1 || height < 1) return { width: 200, height: 150 };
  const scale = Math.min(1, largest.width / width, largest.height / height);
  const within = (length: number, most: number) => Math.round(Math.min(most, Math.max(smallest, length * scale)));
  return { width: within(width, largest.width), height: within(height, largest.height) };
}
