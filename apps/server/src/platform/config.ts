import { resolve } from 'node:path';
import { z } from 'zod';
import { readDatabaseUrl } from './db/database-url.ts';
import {
  cleaned,
  email,
  folder,
  host,
  layers,
  oneOf,
  origin,
  readBy,
  secret,
  token,
  webFolder,
  whole,
  yesOrNo,
} from './env-fields.ts';
import { readSmtpUrl, storeOnly } from './mail/smtp-url.ts';
import { isRelease, programFile } from './program-files.ts';
import { isSafeSource, readReleaseKey, safeSourceWords } from './release-source.ts';
import { readS3Address } from './storage/s3-address.ts';

/** Variables of the environment, each with a default. Everything else is a site setting in the database. */
const environment = z.object({
  PORT: whole(0, 65_535, '须为端口号，如 3000').default(3000),
  HOST: host.default('127.0.0.1'),
  SITE_URL: origin.optional(),
  /** A release keeps its data beside its folder, which an upgrade replaces. */
  DATA_DIR: folder.default(isRelease ? '../mojian-data' : 'data'),
  DATABASE_URL: readBy(readDatabaseUrl).optional(),
  STORAGE_URL: readBy(checkedBy(readS3Address)).optional(),
  SMTP_URL: readBy((text) => (text === storeOnly ? text : checkedBy(readSmtpUrl)(text))).optional(),
  OWNER_EMAIL: email.optional(),
  OWNER_PASSWORD: secret(8).optional(),
  SAMPLE_CONTENT: yesOrNo.default(true),
  /**
   * Trusted proxies in front of the site. Each appends an address to X-Forwarded-For; anything before those can be
   * forged.
   */
  TRUST_PROXY: layers.default(0),
  /** Seconds between a signal to stop and the end of listening, in which `/readyz` fails. */
  DRAIN_SECONDS: whole(0, 60, '须为 0 到 60 秒').default(0),
  METRICS_TOKEN: token.optional(),
  /** Folder with release archives and their SHA256SUMS, for `mojian upgrade <version>`. */
  UPGRADE_URL: webFolder.refine(isSafeSource, safeSourceWords).optional(),
  /** Set by the service that install.sh writes, beside the unit that does what the back office requests. */
  UPGRADE_BY_REQUEST: yesOrNo.default(false),
  /** Public key, Ed25519, of whoever signs the releases: without their signature none is installed. */
  UPGRADE_KEY: readBy(readReleaseKey).optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

/** Refuses what `read` refuses, and passes the text on. */
function checkedBy(read: (text: string) => unknown) {
  return (text: string) => {
    read(text);
    return text;
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Parses the environment once, at the edge.
 * @throws Error with one Chinese line per wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const names = Object.keys(environment.shape);
  const values = names.map((name) => [name, cleaned(env[name] ?? '')] as const).filter(([, value]) => value !== '');
  const { data, error } = environment.safeParse(Object.fromEntries(values));
  if (error)
    throw new Error(error.issues.map(({ path, message }) => `环境变量 ${path.join('.')} ${message}`).join('\n'));

  const dataDir = programFile(data.DATA_DIR);
  return {
    port: data.PORT,
    host: data.HOST,
    siteUrlIsSet: data.SITE_URL !== undefined,
    siteUrl: data.SITE_URL ?? `http://localhost:${data.PORT}`,
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
    upgradeKey: data.UPGRADE_KEY,
    upgradeByRequest: data.UPGRADE_BY_REQUEST,
    logLevel: data.LOG_LEVEL,
  };
}
