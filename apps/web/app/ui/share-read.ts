/** Share of the article, or of the page, that was read: 0 to 1. */
export function shareRead() {
  const text = document.querySelector('.article .prose')?.getBoundingClientRect();
  return text ? shareOf(-text.top, text.height - innerHeight) : shareScrolled();
}

/** Share of the page that is scrolled: 0 to 1. */
export function shareScrolled() {
  return shareOf(scrollY, document.documentElement.scrollHeight - innerHeight);
}

function shareOf(gone: number, room: number) {
  if (gone >= room - 1) return Number(gone > 0); // rounding: the end may be between two pixels
  return Math.max(0, gone / room);
}
