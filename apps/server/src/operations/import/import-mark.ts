/** What an imported article was: a hash of its file, and the version it had in the site once it was in. */
export function importMark(hash: string, version: number) {
  return `${hash}.${version}`;
}

/** The hash of a mark; those of before had nothing else. */
export function hashOfMark(mark: string | null) {
  return mark?.split('.')[0];
}

/** Whether somebody saved it, or its draft, on the site since. Of what came in before versions were marked: no. */
export function isEditedSince({ importHash, version }: { importHash: string | null; version: number }) {
  const marked = importHash?.split('.')[1];
  return marked !== undefined && Number(marked) !== version;
}
