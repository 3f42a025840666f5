import { captcha } from '@mojian/contract/core/captcha';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { newChallenge } from './captcha.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(captcha, {
    challenge: () => newChallenge(db),
  });
}
