import './volume.css';

/** A thread-bound volume with the series' name on its label. */
export function Volume({ name }: { name: string }) {
  return (
    <span className="volume" aria-hidden="true">
      <b className="ink">{[...name].slice(0, longest).join('')}</b>
    </span>
  );
}

/** Characters that fit on the label. */
const longest = 7;
