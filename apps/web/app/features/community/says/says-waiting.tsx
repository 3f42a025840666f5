/** Sheets of about the height says will have, while they are on their way. */
export function SaysWaiting() {
  return (
    <div className="stream" aria-hidden="true">
      {[1, 2, 3].map((sheet) => (
        <div className="say waiting" key={sheet}>
          <div className="sheet paper">
            <div className="say-by">
              <div className="av sk" />
              <div className="sk" />
            </div>
            <div className="letter" />
            <div className="foot">
              <div className="sk" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
