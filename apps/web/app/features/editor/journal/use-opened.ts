import type { ArticleContent } from '@mojian/contract/article-content';
import type { Failure } from '@mojian/contract/failures';
import { useEffect, useRef, useState } from 'react';
import { listEntries } from './entries.ts';
import { type Entry, newKey, type Place } from './entry.ts';
import { type Around, type Begun, Manuscript } from './manuscript.ts';
import { beginNew, goOn, type Opening, openArticle } from './open-article.ts';
import { Seat } from './seat.ts';

export type Desk = {
  manuscript: Manuscript;
  /** What the server had, where something newer was found in this browser. */
  before: ArticleContent | null;
  /** It is written here, and in no other tab. */
  isMine: boolean;
  /** Has the other tab hand it over, and goes on with what it had. */
  take: () => void;
};

export type Opened =
  | { is: 'opening' }
  | { is: 'failed' }
  | { is: 'missing'; failure: Failure; entry: Entry | undefined }
  | { is: 'open'; desk: Desk };

type Asked = { member: number; id: number | undefined; around: Around };
type Sitting = { seat: Seat; manuscript: Manuscript | undefined };

/** The article with this number, or a new one, as long as the screen shows it. `begin` puts another one on the desk. */
export function useOpened({ member, id, around }: Asked) {
  const [opened, setOpened] = useState<Opened>({ is: 'opening' });
  const [attempt, setAttempt] = useState(0);
  const sitting = useRef<Sitting>(null);

  const show = (opening: Opening, seat: Seat, isMine: boolean) => {
    if (opening.is !== 'open') return setOpened(opening);
    const manuscript = new Manuscript(opening.begun, around);
    if (!isMine) manuscript.stop();
    sitting.current = { seat, manuscript };
    const take = () => void seat.take().then(again);
    setOpened({ is: 'open', desk: { manuscript, before: opening.before, isMine, take } });
  };
  const again = () => {
    const manuscript = sitting.current?.manuscript;
    standUp(sitting.current);
    sitting.current = null;
    const place = manuscript?.sender.place;
    if (place?.id !== null) return setAttempt((present) => present + 1);
    void listEntries(member).then((entries) => {
      const entry = entries.find(({ key }) => key === place.key);
      begin(entry ? goOn(entry) : beginNew(member));
    });
  };
  const sit = (place: Pick<Place, 'id' | 'key'>) => {
    standUp(sitting.current);
    const seat: Seat = new Seat(member, {
      place: () => sitting.current?.manuscript?.sender.place ?? place,
      give: () => handOver(sitting.current, () => setOpened(asReader)),
      freed: () => seat.isMine || again(),
    });
    sitting.current = { seat, manuscript: undefined };
    return seat;
  };
  /** Something this browser knows all of. */
  const begin = (begun: Begun) => {
    const seat = sit(begun.place);
    void seat.sit().then((isMine) => sitting.current?.seat === seat && !isMine && setOpened(asReader));
    show({ is: 'open', begun, before: null }, seat, true);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for another article only
  useEffect(() => {
    const present = sitting.current?.manuscript;
    if (present && (present.sender.place.id ?? undefined) === id) return;
    if (id === undefined) return begin(beginNew(member));
    setOpened({ is: 'opening' });
    const seat = sit({ id, key: newKey() });
    void Promise.all([openArticle(around.calls, member, id), seat.sit()]).then(
      ([opening, isMine]) => sitting.current?.seat === seat && show(opening, seat, isMine),
    );
  }, [id, attempt]);
  useEffect(() => () => standUp(sitting.current), []);
  return { opened, begin, again };
}

const asReader = (opened: Opened): Opened =>
  opened.is === 'open' ? { is: 'open', desk: { ...opened.desk, isMine: false } } : opened;

function standUp(sitting: Sitting | null) {
  sitting?.manuscript?.stop();
  sitting?.seat.leave();
}

async function handOver(sitting: Sitting | null, tell: () => void) {
  tell();
  await sitting?.manuscript?.flush();
  sitting?.manuscript?.stop();
}
