type Props = { stay: () => void; leave: () => void };

/** Stands in the place of the button that saves, until it is answered. */
export function Unsaved({ stay, leave }: Props) {
  return (
    <div className="unsaved" role="alertdialog" aria-labelledby="unsaved">
      <p id="unsaved">刚才的改动还没有保存，不存就走？</p>
      <p className="does">
        <button className="btn quiet" type="button" onClick={leave}>
          不存了
        </button>
        <button className="btn" type="button" onClick={stay} ref={focusOnce}>
          接着改
        </button>
      </p>
    </div>
  );
}

/** The same function at every rendering, or it would take the focus each time. */
function focusOnce(button: HTMLButtonElement | null) {
  button?.focus();
}
