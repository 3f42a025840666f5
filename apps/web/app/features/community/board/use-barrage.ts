import { useEffect, useState } from 'react';

type Barrage = typeof import('./barrage/barrage.tsx')['Barrage'];

/** The barrage, fetched once it is wanted and welcome: nothing moves for those who asked for less motion. */
export function useBarrage(isWanted: boolean): Barrage | undefined {
  const [barrage, setBarrage] = useState<{ Barrage: Barrage }>();
  const [isWelcome, setIsWelcome] = useState(false);

  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: no-preference)');
    const tell = () => setIsWelcome(query.matches);
    tell();
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  }, []);

  useEffect(() => {
    if (!isWanted || !isWelcome || barrage) return;
    // without it the list is still there
    import('./barrage/barrage.tsx').then(setBarrage, (error) => console.warn('弹幕未能取来', error));
  }, [isWanted, isWelcome, barrage]);

  return isWanted && isWelcome ? barrage?.Barrage : undefined;
}
