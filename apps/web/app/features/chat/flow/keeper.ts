/** Where a row stands: its lower edge, in CSS pixels above that of the window it is scrolled in. */
export type Hold = { id: number; above: number };

export type Sight = {
  /** Of the lowest chat message in sight; 0 when there is none. */
  lowest: number;
  /** CSS pixels between what is in sight and the ends of what is loaded. */
  above: number;
  below: number;
};

export type Keeper = ReturnType<typeof createKeeper>;

/** So near the end its reader is at the end. */
const atEnd = 40;
/** A row counts as seen with so much of it in sight. */
const sliver = 16;

/**
 * Keeps what its reader looks at where it is, whatever comes, goes or grows around it. The window is laid out from its
 * end (column-reverse): what comes in above moves nothing. What happens below is made up for here, for browsers differ in
 * doing so by themselves. A reader at the end stays at the end, unless `mayFollow` says that it is not the room's.
 */
export function createKeeper(box: HTMLElement, mayFollow: () => boolean) {
  const rows = box.getElementsByClassName('chat-row') as HTMLCollectionOf<HTMLElement>;
  let holds: { row: HTMLElement; above: number }[] = [];
  let follows = true;
  let isPinned = false;

  const aboveOf = (row: HTMLElement) => box.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom;

  /** Remembers what is in sight. */
  function note() {
    follows = mayFollow() && box.scrollTop > -atEnd;
    if (isPinned) return;
    const at = lowestIn(box, rows);
    holds = [at, at - 1, at - 2, at - 3].flatMap((index) => {
      const row = rows[index];
      return row ? [{ row, above: aboveOf(row) }] : [];
    });
  }
  /** Puts what was in sight back where it was. */
  function keep() {
    if (follows && !isPinned) box.scrollTop = 0;
    else {
      const hold = holds.find(({ row }) => row.isConnected);
      if (!hold) return;
      const moved = aboveOf(hold.row) - hold.above;
      if (Math.abs(moved) >= 0.5) box.scrollTop -= moved;
    }
  }
  /** Brings a row to a place and holds it there until its reader scrolls. */
  function pin(row: HTMLElement, above: number) {
    isPinned = true;
    for (let round = 0; round < 3; round += 1) box.scrollTop -= aboveOf(row) - above; // rows near it take their size as they come near
    holds = [{ row, above: aboveOf(row) }];
    follows = mayFollow() && box.scrollTop > -atEnd;
    isPinned = !follows;
  }

  return {
    note,
    keep,
    pin,
    unpin: () => {
      isPinned = false;
    },
    toEnd: () => {
      isPinned = false;
      follows = mayFollow();
      box.scrollTop = 0;
    },
    isFollowing: () => follows,
    hold: (): Hold | undefined => {
      const hold = holds.find(({ row }) => row.isConnected && row.dataset.id);
      return hold && { id: Number(hold.row.dataset.id), above: hold.above };
    },
    sight: (): Sight => ({
      lowest: idUpTo(rows, lowestIn(box, rows)),
      above: box.scrollHeight - box.clientHeight + box.scrollTop,
      below: -box.scrollTop,
    }),
  };
}

/** The index of the lowest row in sight, -1 without rows. They stand in order, so a few looks find it. */
function lowestIn(box: HTMLElement, rows: HTMLCollectionOf<HTMLElement>) {
  const edge = box.getBoundingClientRect().bottom - sliver;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = rows[middle]?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    if (top < edge) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What is unsent has no number yet. */
function idUpTo(rows: HTMLCollectionOf<HTMLElement>, index: number) {
  for (let at = index; at >= 0; at -= 1) {
    const id = rows[at]?.dataset.id;
    if (id) return Number(id);
  }
  return 0;
}
