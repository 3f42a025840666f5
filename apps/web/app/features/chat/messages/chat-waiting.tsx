/** Skeleton of the screen. */
export function ChatWaiting({ isTalking = false }: { isTalking?: boolean }) {
  return (
    <main id="main" className="im" data-shows={isTalking ? 'talk' : 'rooms'} aria-busy="true" aria-label="聊天室">
      <h1 className="vh">聊天室</h1>
      <div className="rooms">
        <div className="find-field" />
        <RoomsWaiting />
      </div>
      <ConversationWaiting />
    </main>
  );
}

/** Skeleton of a room. */
export function ConversationWaiting() {
  return (
    <div className="talk waiting-talk" aria-hidden="true">
      <header>
        <b className="sk" />
      </header>
      <div className="waiting-flow">
        {['a', 'b', 'own', 'a'].map((side, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <p key={row} className={side}>
            <span className="sk" />
          </p>
        ))}
      </div>
    </div>
  );
}

/** Skeleton of the room list. */
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
