import { fewAtOnce } from '../../platform/limits/few-at-once.ts';

/** argon2id with 19 MiB, two passes, one lane: what OWASP asks for at least. A hash made with less is made anew. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const argon2id = 2;

/** Each takes a core for a while and its memory: a flood of logins must leave some for readers. */
const inTurn = fewAtOnce(2, 50);

/**
 * The form in which a password or a code that people type is kept.
 * @throws Failure too-many-requests when too many are at it.
 */
export async function slowHash(secret: string) {
  const { hash } = await import('@node-rs/argon2');
  return inTurn(() => hash(secret, strength));
}

/**
 * Compares a secret with the hash kept of it. Without a hash it is false after the same time, so that nobody learns from
 * a clock who has a password. @throws as slowHash.
 */
export async function matchesHash(hash: string | null, secret: string) {
  const { verify } = await import('@node-rs/argon2');
  const decoy = await nobodysHash();
  const isSame = await inTurn(() => verify(hash ?? decoy, secret));
  return hash !== null && isSame;
}

/** Whether a hash was made with less strength than new ones are. */
export async function isOutdated(hash: string) {
  const { parseOptions } = await import('@node-rs/argon2');
  const { algorithm, memoryCost, timeCost } = parseOptions(hash);
  return algorithm !== argon2id || memoryCost < strength.memoryCost || timeCost < strength.timeCost;
}

let made: Promise<string> | undefined;

/** Made by the first who compares anything, whoever they are: they all wait for it alike. */
function nobodysHash() {
  made ??= slowHash('nobody has this password').catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}
