import { resolve } from 'node:path';
import { z } from 'zod';
import { isRelease, programFile } from './program-files.ts';

const yes = z.stringbool('须为 1 或 0');

/** Variables of the environment, each with a default. Everything else is a site setting in the database. */
const environment = z.object({
  PORT: z.coerce.number('须为端口号').int('须为端口号').min(0, '须为端口号').max(65_535, '须为端口号').default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: z.url('须为完整网址').optional(),
  /** A release keeps its data beside its folder, which an upgrade replaces. */
  DATA_DIR: z.string().default(isRelease ? '../mojian-data' : 'data'),
  DATABASE_URL: z
    .string()
    .regex(/^(postgres|postgresql):\/\//, '须以 postgres:// 开头')
    .optional(),
  STORAGE_URL: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^(smtps?:\/\/|keep:$)/, '须以 smtp:// 或 smtps:// 开头')
    .optional(),
  OWNER_EMAIL: z.email('须为邮箱地址').optional(),
  OWNER_PASSWORD: z.string().min(8, '不能少于 8 个字符').optional(),
  SAMPLE_CONTENT: yes.default(true),
  /**
   * Trusted proxies in front of the site. Each appends an address to X-Forwarded-For; anything before those can be
   * forged.
   */
  TRUST_PROXY: z
    .union([z.coerce.number().int().min(0).max(9), yes.transform(Number)], '须为前面代理的层数，没有则为 0')
    .default(0),
  /** Seconds between a signal to stop and the end of listening, in which `/readyz` fails. */
  DRAIN_SECONDS: z.coerce
    .number('须为 0 到 60 秒')
    .int()
    .min(0, '须为 0 到 60 秒')
    .max(60, '须为 0 到 60 秒')
    .default(0),
  METRICS_TOKEN: z.string().min(16, '不能少于 16 个字符').optional(),
  /** Folder with release archives and their SHA256SUMS, for `mojian upgrade <version>`. */
  UPGRADE_URL: z.url('须为完整网址').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], '须为日志级别').default('warn'),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Parses the environment once, at the edge.
 * @throws Error with one Chinese line per wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = environment.safeParse(values);
  if (error)
    throw new Error(error.issues.map(({ path, message }) => `环境变量 ${path.join('.')} ${message}`).join('\n'));

  const dataDir = programFile(data.DATA_DIR);
  return {
    port: data.PORT,
    host: data.HOST,
    siteUrlIsSet: data.SITE_URL !== undefined,
    siteUrl: (data.SITE_URL ?? `http://localhost:${data.PORT}`).replace(/(?<!\/)\/+$/, ''),
    dataDir,
    databaseUrl: data.DATABASE_URL ?? resolve(dataDir, 'mojian.db'),
    storageUrl: data.STORAGE_URL,
    smtpUrl: data.SMTP_URL,
    owner: { email: data.OWNER_EMAIL, password: data.OWNER_PASSWORD },
    sampleContent: data.SAMPLE_CONTENT,
    trustProxy: data.TRUST_PROXY,
    drainSeconds: data.DRAIN_SECONDS,
    metricsToken: data.METRICS_TOKEN,
    upgradeUrl: data.UPGRADE_URL,
    logLevel: data.LOG_LEVEL,
  };
}
