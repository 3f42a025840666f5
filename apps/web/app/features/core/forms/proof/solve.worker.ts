import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from './pbkdf2.ts';

// without HTTPS, as in a home network, the browser offers no crypto.subtle
handler({ deriveKey: isSecureContext ? deriveNatively : deriveKey });
