import './volume.css';

/** A thread-bound volume with the name on its slip. */
export function Volume({ name }: { name: string }) {
  return (
    <span className="volume" aria-hidden="true">
      <b>{[...name].slice(0, longest).join('')}</b>
    </span>
  );
}

/** More characters do not fit on the slip. */
const longest = 7;
