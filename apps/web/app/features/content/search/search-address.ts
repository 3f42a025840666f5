/** The address of a search, to share and to come back to. */
export function searchAddress(text: string, page = 1) {
  if (!text) return '/search';
  const query = new URLSearchParams({ q: text, ...(page > 1 && { page: String(page) }) });
  return `/search?${query}`;
}

/** As people typed it, without blanks around it and with single ones in it. */
export function tidySearch(typed: string) {
  return typed.replace(/\s+/gu, ' ').trim();
}

/** What is sent: the keyword without any white space, and beside it what was typed. */
export function searchQuery(text: string) {
  return { keyword: text.replace(/\s/gu, ''), typed: text };
}
