const pieces = /[\w.:/?#&=%@+~-]+/g;
const schemes = /https?:\/\//gi;
const bare =
  /^(?:www\.[\w-]|[\w.-]*\w\.(?:com|cn|net|org|top|xyz|cc|vip|shop|site|club|info|online|io|me)(?:[/:?#]|\.?$))/i;

/** How many addresses of the web a text names, written with a scheme or without one. */
export function countLinks(text: string) {
  return (text.normalize('NFKC').match(pieces) ?? [])
    .map((piece) => piece.match(schemes)?.length ?? (!piece.includes('@') && bare.test(piece) ? 1 : 0))
    .reduce((sum, count) => sum + count, 0);
}
