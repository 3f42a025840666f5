const key = 'searches';
const most = 5;

/** What was looked for before in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(word: string) {
  const words = [word, ...recentSearches().filter((other) => other !== word)];
  try {
    localStorage.setItem(key, JSON.stringify(words.slice(0, most)));
  } catch {
    // a full or forbidden storage: the search was made all the same
  }
}
