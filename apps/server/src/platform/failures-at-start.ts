import { reasonOfDatabase } from './db/reasons.ts';
import { cleaned } from './env-fields.ts';
import { withoutSecrets } from './logs/log-ring.ts';

const chinese = /\p{Script=Han}/u;

/** Says in one Chinese line, with no stack and no secret, why a command ended. `databaseUrl` as the environment has it. */
export function explainFailure(error: unknown, databaseUrl = ''): string {
  const { message = String(error), code = '' } = (error ?? {}) as { message?: string; code?: string };
  if (chinese.test(message)) return message;
  const known = reasonOfDatabase(error, cleaned(databaseUrl));
  if (known) return known;
  const [first = ''] = message.split('\n');
  return `遇到没有料到的错误${code && `（${code}）`}：${withoutSecrets(first)}`;
}
