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

/** Explains errors thrown outside the promises of the start in one line too, and exits. Call the returned function once started. */
export function explainCrashes(databaseUrl: string | undefined) {
  const onCrash = (error: unknown) => {
    process.stderr.write(`启动失败：${explainFailure(error, databaseUrl)}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', onCrash);
  return () => process.off('uncaughtException', onCrash);
}

/** Says why the address cannot be listened on. */
export function refuseAddress({ host, port }: { host: string; port: number }) {
  return ({ code = '' }: NodeJS.ErrnoException): never => {
    if (code === 'EADDRINUSE') throw new Error(`端口 ${port} 已被占用，请换一个 PORT 或先停下占用它的程序`);
    if (code === 'EACCES') throw new Error(`没有权限监听端口 ${port}，请换一个 1024 以上的 PORT`);
    throw new Error(
      `不能监听环境变量 HOST 所写的 ${host}（${code}）：它不是这台机器的地址。写 127.0.0.1，或写 0.0.0.0 监听所有地址；有的命令行会自己设 HOST，用 unset HOST 去掉`,
    );
  };
}
