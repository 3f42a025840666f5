import './chat-screen.css';
/** Skeleton of the screen. */
export function ChatWaiting({ isTalking = false }: { isTalking?: boolean }) {
  return (
    <main
      id="main"
      className="chat-screen"
      data-shows={isTalking ? 'talk' : 'rooms'}
      aria-busy="true"
      aria-label="聊天室"
    >
      <h1 className="visually-hidden">聊天室</h1>
      <div className="chat-rooms column">
        <div className="find-field" />
        <RoomsWaiting />
      </div>
      <ConversationWaiting />
    </main>
  );
}

const waitingMessages = [
  { key: 1, side: undefined },
  { key: 2, side: 'conversation-waiting-other' },
  { key: 3, side: 'conversation-waiting-own' },
  { key: 4, side: undefined },
];

/** Skeleton of a room. */
export function ConversationWaiting() {
  return (
    <div className="conversation conversation-waiting column" aria-hidden="true">
      <header className="row gap-3-5">
        <b className="skeleton" />
      </header>
      <div className="conversation-waiting-flow column justify-end gap-5">
        {waitingMessages.map(({ key, side }) => (
          <p key={key} className={side}>
            <span className="skeleton" />
          </p>
        ))}
      </div>
    </div>
  );
}

/** Skeleton of the room list. */
export function RoomsWaiting() {
  return (
    <ul className="room-list chat-rooms-waiting" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <li key={row}>
          <span className="chat-room">
            <span className="skeleton" />
            <b className="skeleton" />
            <p className="skeleton" />
          </span>
        </li>
      ))}
    </ul>
  );
}
