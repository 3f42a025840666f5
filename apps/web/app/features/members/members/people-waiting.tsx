/** Rows of the height people will have, while they are on their way. */
export function PeopleWaiting() {
  return (
    <ul className="people" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <li key={row}>
          <span className="who-waits">
            <i className="sk round" />
            <i className="sk" />
          </span>
        </li>
      ))}
    </ul>
  );
}
