const name = 'articleKeys';
/** The oldest make room: each is for one article, and few readers open as many by codes. */
const most = 200;

type Keys = Record<string, string>;

/** The key a visitor's browser was given for an article, for as long as the browser keeps it. */
export function keyFor(articleId: number): string | undefined {
  const key = read()[articleId];
  return typeof key === 'string' ? key : undefined;
}

export function keepKey(articleId: number, key: string) {
  const kept = Object.entries({ ...read(), [articleId]: key }).slice(-most);
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // browsers that keep nothing show the text this once
    unkept[articleId] = key;
  }
}

const unkept: Keys = {};

function read(): Keys {
  try {
    return { ...JSON.parse(localStorage.getItem(name) ?? '{}'), ...unkept };
  } catch {
    return unkept;
  }
}
