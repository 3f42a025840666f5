import { useEffect, useState } from 'react';

/** What became of the link: `none` without a token. */
export type LinkState = 'looking' | 'good' | 'used' | 'wrong' | 'none';

type Check = (token: string) => Promise<{ state: 'good' | 'used' | 'wrong' }>;

/** As long as any token is, and a little more. */
const longest = 100;

/**
 * Asks what the link in the address is good for, before anybody fills in a form in vain. Without an answer it counts as
 * good: whoever is typing already is not disturbed, and the server says it when the form is sent.
 */
export function useLink(check: Check) {
  const [state, setState] = useState<LinkState>('looking');
  const [token, setToken] = useState('');

  useEffect(() => {
    const given = new URLSearchParams(location.search).get('token') ?? '';
    setToken(given);
    if (!given) return setState('none');
    if (given.length > longest) return setState('wrong');
    check(given).then(
      (link) => setState(link.state),
      () => setState('good'),
    );
  }, [check]);

  return { state, token };
}
