/** One of the things that can be done with an article. */
export type Tool = {
  words: string;
  icon: string;
  run: () => void;
  /** There is nothing to do it with yet. */
  isOff?: boolean;
};
