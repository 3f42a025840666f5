/** Finds block comments, and line comments after a blank. */
export const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

/** Words of all code without its comments, and paths of all files that hold code. */
function namesOf(files) {
  const words = [...files.values()].flatMap((text) => text.replace(comment, '').match(/[A-Za-z_$][\w$]*/g) ?? []);
  return { words: new Set(words), paths: [...files.keys()].map((path) => `/${path}`) };
}

/** Names in the comments of some files that no file has. */
export function absentNames(inside, files) {
  const names = namesOf(files);
  return inside.flatMap((path) => absentIn(path, files.get(path), names));
}

/**
 * Identifiers in backticks, and TypeScript and CSS files, that a comment names and that are nowhere in the tree.
 * @returns places as `path:line name`
 */
export function absentIn(path, text, { words, paths }) {
  const placesOf = ({ 0: said, index }) => {
    const names = [...said.matchAll(/`([A-Za-z_]\w*)`/g)].map(([, name]) => name).filter((name) => !words.has(name));
    const named = said.match(/(?<![\w./-])(?:[\w-]+\/)*[a-z][\w-]+(?:\.\w+)?\.(?:tsx?|css)\b/g) ?? [];
    const lost = named.filter((file) => !paths.some((one) => one.endsWith(`/${file}`)));
    const line = text.slice(0, index).split('\n').length;
    return [...names, ...lost].map((name) => `${path}:${line} ${name}`);
  };
  return [...text.matchAll(comment)].flatMap(placesOf);
}
