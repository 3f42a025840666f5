import './later.css';

/** Says that the list is another by now, where rows would have moved under somebody's hand. It lies above the rows. */
export function Later({ isDue, catchUp }: { isDue: boolean; catchUp: () => void }) {
  return (
    <div className="later" role="status">
      {isDue && (
        <button type="button" onClick={catchUp}>
          有新的变化，点这里刷新
        </button>
      )}
    </div>
  );
}
