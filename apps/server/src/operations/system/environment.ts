import type { Config } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';

/** What the site runs with, in words. Of addresses that hold passwords only the host is told. */
export function describeEnvironment(config: Config) {
  const isPostgres = dialectOf(config.databaseUrl) === 'postgres';
  return [
    { name: 'SITE_URL', value: config.siteUrl, about: '站点的网址' },
    { name: 'HOST、PORT', value: `${config.host}:${config.port}`, about: '监听地址' },
    { name: 'DATA_DIR', value: config.dataDir, about: '数据目录' },
    {
      name: 'DATABASE_URL',
      value: isPostgres ? `PostgreSQL，${hostOf(config.databaseUrl)}` : 'SQLite，数据目录里的一个文件',
      about: '数据库',
    },
    { name: 'STORAGE_URL', value: config.storageUrl ? hostOf(config.storageUrl) : '数据目录', about: '上传的文件' },
    { name: 'SMTP_URL', value: config.smtpUrl ? hostOf(config.smtpUrl) : '没有设置', about: '寄信的服务器' },
    { name: 'TRUST_PROXY', value: String(config.trustProxy), about: '前面有几层代理' },
    { name: 'LOG_LEVEL', value: config.logLevel, about: '日志写到哪一级' },
    { name: 'Node.js', value: process.version, about: `运行环境（${process.platform} ${process.arch}）` },
  ];
}

/** The server alone: neither user, password nor path of an address. */
function hostOf(url: string) {
  return URL.parse(url)?.host || '已设置';
}
