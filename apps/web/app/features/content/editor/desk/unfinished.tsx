import { Icon } from '@mojian/ui/icon';
import { useEffect, useState } from 'react';
import { Moment } from '../../../../ui/moment.tsx';
import { dropEntry, listEntries, putEntry } from '../journal/entries.ts';
import type { Entry } from '../journal/entry.ts';

type Props = { member: number; open: (entry: Entry) => void };

/** What was begun in this browser and never got to the server, offered where a new one is begun. */
export function Unfinished({ member, open }: Props) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [dropped, setDropped] = useState<string[]>([]);
  useEffect(() => {
    let isGone = false;
    void listEntries(member).then((found) => !isGone && setEntries(found));
    return () => {
      isGone = true;
    };
  }, [member]);
  const drop = (entry: Entry) => {
    setDropped([...dropped, entry.name]);
    void dropEntry(entry.name);
  };
  const putBack = (entry: Entry) => {
    setDropped(dropped.filter((name) => name !== entry.name));
    void putEntry(entry);
  };
  if (entries.length === 0) return null;
  return (
    <section className="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">这台设备上还有没写完的</h2>
      <ul>
        {entries.map((entry) =>
          dropped.includes(entry.name) ? (
            <Dropped key={entry.name} entry={entry} putBack={putBack} />
          ) : (
            <Kept key={entry.name} entry={entry} open={open} drop={drop} />
          ),
        )}
      </ul>
    </section>
  );
}

function Kept({ entry, open, drop }: { entry: Entry; open: Props['open']; drop: (entry: Entry) => void }) {
  const words = firstWords(entry);
  return (
    <li>
      <b>{words}</b>
      <Moment at={new Date(entry.at).toISOString()} />
      <button type="button" className="btn sm" aria-label={`继续写：${words}`} onClick={() => open(entry)}>
        继续写
      </button>
      <button type="button" className="ib" aria-label={`删除：${words}`} onClick={() => drop(entry)}>
        <Icon name="x" />
      </button>
    </li>
  );
}

function Dropped({ entry, putBack }: { entry: Entry; putBack: (entry: Entry) => void }) {
  return (
    <li>
      <span>{`已删除「${firstWords(entry)}」`}</span>
      <button type="button" className="btn sm" onClick={() => putBack(entry)}>
        撤销
      </button>
    </li>
  );
}

const firstWords = ({ content: { title, markdown } }: Entry) =>
  title.trim().slice(0, 40) || markdown.trim().replaceAll(/\s+/g, ' ').slice(0, 40) || '无标题';
