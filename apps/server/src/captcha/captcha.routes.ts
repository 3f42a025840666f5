import { captcha } from '@mojian/contract/captcha';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { newChallenge } from './captcha.ts';

export function captchaRoutes(serve: Serve, { db }: { db: Db }) {
  serve(captcha.challenge, () => newChallenge(db));
}
