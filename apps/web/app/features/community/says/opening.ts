const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** The plain words of a say's HTML, on one line. */
export function openingOf(html: string) {
  const words = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign);
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** So many letters at the most. */
export function cut(text: string, most: number) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : text;
}
