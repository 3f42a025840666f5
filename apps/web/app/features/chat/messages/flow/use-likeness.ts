import { useEffect, useState } from 'react';

/** The likeness of a picture that is on its way, as a background; nothing once it is `here`, and where none was made. */
export function useLikeness(thumbhash: string) {
  const [isHere, setHere] = useState(false);
  const [likeness, setLikeness] = useState('');
  useEffect(() => {
    if (thumbhash === '') return;
    let isLeft = false;
    import('./likeness.ts').then(
      ({ likenessOf }) => isLeft || setLikeness(likenessOf(thumbhash)),
      () => {}, // without it the place stays plain
    );
    return () => {
      isLeft = true;
    };
  }, [thumbhash]);
  const background = isHere || likeness === '' ? undefined : { backgroundImage: `url(${likeness})` };
  return { background, here: () => setHere(true) };
}
