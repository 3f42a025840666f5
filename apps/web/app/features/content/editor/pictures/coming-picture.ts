/** A picture on its way. `share`: how much was sent, from 0 to 1; `wrong`: why it did not arrive. */
export type Coming = {
  number: number;
  file: File;
  /** Address of a thumbnail in this browser. */
  thumbnail: string;
  /** Where in the text it will stand. */
  at: number;
  share: number;
  wrong: string | undefined;
};

/** What the buttons of a picture on its way ask for, as an event on the editor. */
export type ComingAct = { number: number; act: 'retry' | 'remove' };

let made = 0;

/** A picture that will stand at a place in the text, which has to make room for it first. */
export function comingAt(file: File, at: number): Coming {
  made += 1;
  return { number: made, file, thumbnail: URL.createObjectURL(file), at, share: 0, wrong: undefined };
}
