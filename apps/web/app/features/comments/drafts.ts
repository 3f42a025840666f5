export type Draft = {
  text: string;
  /** Uploaded pictures. */
  pictures: { url: string; width: number; height: number }[];
  /** By this the server knows a comment that was sent before: made for the first try, and new when the words are. */
  key: string | undefined;
};

const empty: Draft = { text: '', pictures: [], key: undefined };

/**
 * What was begun at a place, in this tab: it outlives a reload, a login on the way and a try that failed. Browsers that
 * keep nothing refuse even to look.
 */
export function readDraft(place: string): Draft {
  return read(`comment ${place}`) ?? empty;
}

export function writeDraft(place: string, draft: Draft) {
  const isEmpty = draft.text === '' && draft.pictures.length === 0;
  write(`comment ${place}`, isEmpty ? undefined : draft);
}

/** Which comment a reply was begun to. */
export function readOpenReply(topic: string): number | undefined {
  return read(`reply ${topic}`);
}

export function writeOpenReply(topic: string, id: number | undefined) {
  write(`reply ${topic}`, id);
}

function read<Kept>(name: string): Kept | undefined {
  try {
    const kept = sessionStorage.getItem(name);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

function write(name: string, kept: unknown) {
  try {
    if (kept === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // it lives as long as the form does
  }
}
