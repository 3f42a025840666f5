import type { Client } from '@mojian/client';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { newChallenge } from '../src/core/captcha/captcha.ts';
import type { Db } from '../src/platform/db/schema.ts';

/** Fetches a challenge and does its work, as the browser does. */
export async function solveCaptcha(client: Client) {
  const challenge = await client.captcha.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeSolution({ challenge, solution });
}

export function encodeSolution(payload: unknown) {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

/** A solution of the site that costs two tries instead of a thousand. */
export async function easySolution(db: Db) {
  const challenge = await newChallenge(db, 1);
  return encodeSolution({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}
