type Props = {
  words: string;
  /** What the button does. */
  does: string;
  open: () => void;
  /** How things stand. */
  children?: React.ReactNode;
};

/** A line of the account, and the way to change it. */
export function Entry({ words, does, open, children }: Props) {
  return (
    <li>
      {words}
      <span className="row">
        {children && <span className="dim">{children}</span>}
        <button className="link-b" type="button" onClick={open}>
          {does}
          <span className="vh">{words}</span>
        </button>
      </span>
    </li>
  );
}
