import { largestMarkdownFile } from '@mojian/contract/content/markdown-files';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { dayLength } from '@mojian/contract/platform/time';
import { z } from 'zod';
import { plainAddress } from '../../platform/client-address.ts';
import { howToRun } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { addressOfDoctor } from '../../platform/http/unseen-proxy.ts';
import { type Answer, askServer, firstBytesAfter } from './ask.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';

const certificateSoon = 14 * dayLength;
/** The largest body a browser sends to the site in one request. */
const uploadBytes = largestMarkdownFile;
const uploadTimeoutMs = 60_000;
/** The stream begins at once; a second or two is a slow line. */
const streamTimeoutMs = 4000;

/** Asks the running site through SITE_URL as a reader would; `ticket` makes it say what it saw. */
export async function checkAddress({ siteUrl, siteUrlIsSet }: Config, ticket: string): Promise<Finding[]> {
  const name = '网址';
  const findings: Finding[] = [];
  if (!siteUrlIsSet)
    findings.push(
      warn(name, `没有设 SITE_URL，只在本机试 ${siteUrl}`, '有了域名就设 SITE_URL=https://你的域名，再查一次'),
    );
  try {
    const headers = { authorization: ticket, 'x-forwarded-for': addressOfDoctor };
    const answer = await askServer(`${siteUrl}/v1/doctor`, { headers });
    if (answer.certificate) findings.push(checkCertificate(answer.certificate));
    const read = readSeen(answer);
    if (!read) return [...findings, explainAnswer(siteUrl, answer)];
    findings.push(ok(name, `${siteUrl} 通到本站`), checkProxy(read, answer.localPort));
    if (read.forwarded !== addressOfDoctor || read.port !== answer.localPort)
      findings.push(await checkMetrics(siteUrl));
    return [...findings, await checkUpload(siteUrl, ticket), await checkStream(siteUrl)];
  } catch (error) {
    return [...findings, explainError(siteUrl, error)];
  }
}

function readSeen({ status, text }: Answer): Seen | undefined {
  if (status !== 200) return undefined;
  try {
    return seen.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function checkCertificate({ until, fault }: NonNullable<Answer['certificate']>): Finding {
  const name = '证书';
  const date = new Date(until).toISOString().slice(0, 10);
  if (fault)
    return bad(
      name,
      `浏览器不会信任它（${fault}），到 ${date} 为止`,
      '换一张可信的：Caddy 会自己申请，nginx 用 certbot',
    );
  if (until - Date.now() < certificateSoon)
    return warn(name, `${date} 到期`, '续期：certbot renew，或看看自动续期为什么没有做');
  return ok(name, `有效到 ${date}`);
}

function explainAnswer(siteUrl: string, { status, headers, text }: Answer): Finding {
  const name = '网址';
  const target = headers.location;
  if (target)
    return bad(
      name,
      `${siteUrl} 转到了 ${target}`,
      `把 SITE_URL 改成读者最后打开的网址，如 ${URL.parse(target, siteUrl)?.origin ?? target}`,
    );
  if (status === 502 || status === 503 || status === 504)
    return bad(
      name,
      `${siteUrl} 那里的代理连不到本站（${status}）`,
      '代理里写的地址、端口要和本站的 HOST、PORT 一样；也看看本站在不在运行',
    );
  if (text.includes('"failure"'))
    return bad(
      name,
      `${siteUrl} 那里是另一个墨笺，或者另一个版本`,
      '核对 SITE_URL 与这里的 DATA_DIR、DATABASE_URL；刚升级就先重新启动',
    );
  return bad(
    name,
    `${siteUrl} 那里答的不是本站（${status}）`,
    '核对 SITE_URL，代理要把所有路径都转给本站，不能拦下 /v1/',
  );
}

function explainError(siteUrl: string, error: unknown): Finding {
  const name = '网址';
  const { code = '' } = error as NodeJS.ErrnoException;
  const host = URL.parse(siteUrl)?.host ?? siteUrl;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return bad(name, `查不到 ${host} 的地址`, '到域名服务商那里加一条指到这台机器的 A 记录；刚加的要等几分钟');
  if (code === 'ECONNREFUSED')
    return bad(
      name,
      `${host} 没有程序在听`,
      `代理（Caddy、nginx）启动了吗？没有代理的话，本站在运行吗：${howToRun('status')}`,
    );
  if (code === 'ETIMEDOUT')
    return bad(
      name,
      `${host} 没有应答`,
      '云主机的安全组、防火墙要放行 80 与 443；有的机房里机器打不开自己的公网地址，那就从别处试',
    );
  return bad(name, `打不开 ${siteUrl}：${messageOf(error)}`, '核对 SITE_URL 与代理的设置');
}

/** Counts the proxies that added an address behind the doctor's own, or replaced it. */
function checkProxy({ address, forwarded, port, trustProxy }: Seen, localPort: number): Finding {
  const name = '反向代理';
  const entries = forwarded?.split(',').map((entry) => entry.trim()) ?? [];
  const proxies = entries.length - (entries.indexOf(addressOfDoctor) + 1);
  const isDirect = proxies === 0 && port === localPort;
  const [added] = entries.slice(-proxies);
  if (proxies > 0 && added !== undefined && plainAddress(added) === undefined)
    return bad(
      name,
      '代理送来的 X-Forwarded-For 里不是读者的地址：所有读者被当成同一个',
      'nginx 里写 proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; 别的代理照它的说明打开转发地址',
    );
  if (isDirect && trustProxy === 0) return ok(name, '没有，TRUST_PROXY=0');
  if (isDirect)
    return bad(
      name,
      `前面没有代理，TRUST_PROXY 却是 ${trustProxy}：谁都能假造自己的地址`,
      '设 TRUST_PROXY=0，再重新启动；要用代理的话，SITE_URL 要通过它',
    );
  if (proxies === 0)
    return bad(
      name,
      '前面有代理，但没有送来读者的地址：所有读者被当成同一个',
      'nginx 里加 proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; 并设 TRUST_PROXY=1',
    );
  if (proxies === trustProxy) return ok(name, `${proxies} 层，认得读者的地址`);
  const harm =
    address === addressOfDoctor
      ? '谁都能假造自己的地址'
      : '所有读者被当成同一个地址，一个人输错密码会让所有人都登录不了';
  return bad(
    name,
    `前面有 ${proxies} 层代理，TRUST_PROXY 却是 ${trustProxy}：${harm}`,
    `设 TRUST_PROXY=${proxies}，再重新启动`,
  );
}

async function checkMetrics(siteUrl: string): Promise<Finding> {
  const { status } = await askServer(`${siteUrl}/metrics`);
  if (status !== 200) return ok('度量', '/metrics 外面看不到');
  return bad('度量', '外面看得到 /metrics', '代理要送 X-Forwarded-For；或设 METRICS_TOKEN，再重新启动');
}

async function checkUpload(siteUrl: string, ticket: string): Promise<Finding> {
  const name = '上传';
  const size = readableSize(uploadBytes);
  const headers = { 'content-type': 'application/octet-stream', authorization: ticket };
  const sending = { method: 'POST', headers, bytes: uploadBytes, timeoutMs: uploadTimeoutMs } as const;
  try {
    const { status, text } = await askServer(`${siteUrl}/v1/doctor`, sending);
    if (status === 200 && text === String(uploadBytes)) return ok(name, `收得下 ${size}`);
    if (status !== 413) return warn(name, `试着上传 ${size}，代理答 ${status}`, '看看代理的设置与记录');
    return bad(
      name,
      `代理不放行 ${size} 的上传：大的图片与备份传不上来`,
      'nginx 里写 client_max_body_size 100m; 再 nginx -s reload',
    );
  } catch (error) {
    return warn(name, `试着上传 ${size}，没有传完：${messageOf(error)}`, '看看代理的设置与记录；线路很慢的话不用管');
  }
}

async function checkStream(siteUrl: string): Promise<Finding> {
  const name = '实时';
  try {
    const took = await firstBytesAfter(`${siteUrl}/v1/stream`, streamTimeoutMs);
    if (took !== undefined) return ok(name, `${Math.round(took)} 毫秒送到`);
    return bad(
      name,
      '代理把实时消息攒着不放：聊天与新评论不会马上出现',
      'nginx 里对 /v1/stream 写 proxy_buffering off; gzip off; 去掉 proxy_ignore_headers X-Accel-Buffering；CDN 里关掉这个路径的缓冲与压缩',
    );
  } catch (error) {
    return warn(name, `没有试成：${messageOf(error)}`, '过一会儿再查');
  }
}

/** The doctor's request as the running site saw it. */
const seen = z.object({
  /** The visitor's address as the site understood it. */
  address: z.string(),
  forwarded: z.string().nullable(),
  port: z.number(),
  trustProxy: z.number(),
});

export type Seen = z.infer<typeof seen>;
