import type { Client } from '@mojian/client';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Fetches a challenge and does its work, as the browser does. */
export async function solveCaptcha(client: Client) {
  const challenge = await client.captcha.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeSolution({ challenge, solution });
}

export function encodeSolution(payload: unknown) {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}
