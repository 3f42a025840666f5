/** Share of the article, or of the page, that was read: 0 to 1. */
export function shareRead() {
  const text = document.querySelector('.article .prose')?.getBoundingClientRect();
  const [gone, room] = text
    ? [-text.top, text.height - innerHeight]
    : [scrollY, document.documentElement.scrollHeight - innerHeight];
  if (gone >= room - 1) return Number(gone > 0); // rounding: the end may be between two pixels
  return Math.max(0, gone / room);
}
