export type ControlProps<Held> = {
  id: string;
  value: Held;
  /** Ids of what is said of it. */
  about: string | undefined;
  isWrong: boolean;
  isLocked: boolean;
  onChange: (value: Held) => void;
};
