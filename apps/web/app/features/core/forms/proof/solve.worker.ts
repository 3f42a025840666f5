import { deriveKey as lent } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';
import { deriveKey as byHand } from './pbkdf2.ts';

// over plain HTTP, such as in one's own network, the browser has no arithmetic to lend
handler({ deriveKey: isSecureContext ? lent : byHand });
