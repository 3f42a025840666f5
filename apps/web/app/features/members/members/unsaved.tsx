type Props = { stay: () => void; leave: () => void };

/** Stands in the place of the button that saves, until it is answered. */
export function Unsaved({ stay, leave }: Props) {
  return (
    <div className="unsaved" role="alertdialog" aria-labelledby="unsaved">
      <p id="unsaved">改动还没有保存，确定离开吗？</p>
      <p className="does">
        <button className="btn quiet" type="button" onClick={leave}>
          不保存
        </button>
        <button className="btn" type="button" onClick={stay} ref={focusOnce}>
          继续编辑
        </button>
      </p>
    </div>
  );
}

/** The same function at every rendering, or it would take the focus each time. */
function focusOnce(button: HTMLButtonElement | null) {
  button?.focus();
}
