import { createContext, useContext, useEffect, useState } from 'react';
import { exactTime, relativeTime } from './times.ts';

/** When the page was rendered: the first render in the browser must say the same as the server's. */
export const RenderedAt = createContext(0);

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
