/** The empty frame of the back office, until it is known who came. */
export function Frame() {
  return (
    <div className="office" aria-busy="true">
      <div className="office-side" />
      <div className="office-head under-way" />
    </div>
  );
}
