import { type Challenge, challenge } from '@mojian/contract/core/captcha';
import { Failure } from '@mojian/contract/platform/failures';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Db } from '../../platform/db/schema.ts';
import { insertValue, readValue } from '../../platform/db/stored-values.ts';
import { newSecret, offerTicket } from '../../platform/tickets/tickets.ts';

const seconds = 300;
/** Rounds per try and expected tries: a million hashes, about a second on a phone. */
const cost = 1000;
const tries = { least: 500, most: 1500 };

const solved = z.object({
  challenge,
  solution: z.object({ counter: z.number().int(), derivedKey: z.string().max(200) }),
});

/**
 * Issues a proof-of-work challenge. Stateless: the signature proves that it is ours. `counter`: the try that solves it,
 * which only a test makes easy.
 */
export async function newChallenge(db: Db, counter = randomInt(tries.most, tries.least)): Promise<Challenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter,
    deriveKey,
    expiresAt: new Date(Date.now() + seconds * 1000),
    hmacSignatureSecret: await captchaKey(db),
  });
  return challenge.parse(made);
}

/**
 * Verifies a solution in the contract's form and consumes it.
 * @throws Failure captcha-needed when it is missing, wrong, expired or used
 */
export async function requireSolution(db: Db, solution: string | undefined) {
  if (!solution) throw new Failure('captcha-needed');
  const payload = decode(solution);
  if (!payload || !(await isRight(db, payload)) || !(await isFirstUse(db, payload.challenge)))
    throw new Failure('captcha-needed', '安全验证没有通过，请重试');
}

function decode(solution: string) {
  try {
    return solved.parse(JSON.parse(Buffer.from(solution, 'base64').toString()));
  } catch {
    return undefined;
  }
}

async function isRight(db: Db, payload: z.infer<typeof solved>) {
  const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: await captchaKey(db) });
  return verified;
}

/** The ticket outlives the challenge, whose own expiry then refuses it. */
function isFirstUse(db: Db, { signature }: Challenge) {
  return offerTicket(db, { name: 'captcha-used', seconds: 2 * seconds }, null, signature);
}

/** Signing key shared by all processes of the site. */
async function captchaKey(db: Db) {
  const known = await readValue(db, name);
  if (known) return known;
  await insertValue(db, name, newSecret());
  return (await readValue(db, name)) as string;
}

const name = 'captchaKey';
