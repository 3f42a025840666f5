import { useContext, useEffect, useState } from 'react';
import { RenderedAt } from '../ui/rendered-at.ts';

const units: [string, number][] = [
  ['天', 86_400],
  ['时', 3_600],
  ['分', 60],
  ['秒', 1],
];

/** How long the site has been there, second by second. It begins with the server's reading and ticks once mounted. */
export function RunningTime({ since }: { since: number }) {
  const [now, setNow] = useState(useContext(RenderedAt));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  let left = Math.max(0, Math.floor((now - since) / 1000));
  return units.map(([unit, seconds]) => {
    const count = Math.floor(left / seconds);
    left %= seconds;
    return (
      <span key={unit}>
        {String(count).padStart(2, '0')}
        <small>{unit}</small>
      </span>
    );
  });
}
