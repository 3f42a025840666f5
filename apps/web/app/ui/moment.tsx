import { useContext, useEffect, useState } from 'react';
import { RenderedAt } from './rendered-at.ts';
import { exactTime, relativeTime } from './times.ts';

/** A moment told the way people do, with the exact one on hover and for machines. */
export function Moment({ at }: { at: string }) {
  const renderedAt = useContext(RenderedAt);
  const [now, setNow] = useState(renderedAt);
  useEffect(() => setNow(Date.now()), []);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}
