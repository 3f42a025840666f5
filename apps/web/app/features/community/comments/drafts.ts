import { readKept, writeKept } from '../../../kept-json.ts';

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
  return readKept<Draft>('sessionStorage', `comment ${place}`) ?? empty;
}

export function writeDraft(place: string, draft: Draft) {
  const isEmpty = draft.text === '' && draft.pictures.length === 0;
  writeKept('sessionStorage', `comment ${place}`, isEmpty ? undefined : draft);
}

/** Which comment a reply was begun to. */
export function readOpenReply(topic: string): number | undefined {
  return readKept('sessionStorage', `reply ${topic}`);
}

export function writeOpenReply(topic: string, id: number | undefined) {
  writeKept('sessionStorage', `reply ${topic}`, id);
}
