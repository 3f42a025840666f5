/** The rooms before they are known. */
export function RoomsWaiting() {
  return (
    <ul className="room-list waiting-rooms" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <li key={row}>
          <span className="room">
            <span className="sk" />
            <b className="sk" />
            <p className="sk" />
          </span>
        </li>
      ))}
    </ul>
  );
}
