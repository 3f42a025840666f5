import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueDoctorTicket, waitForFirstBytes } from './arrange.ts';
import { hydrated, openBrowser, openPage } from './browser.ts';
import { newMember, tokenFor } from './members.ts';
import { ask, type Certificate, isInstalled, makeCertificate, type Ports, startProxy } from './proxy.ts';
import { freePort, mojian, run, type Site, startSite } from './site.ts';

const mebibyte = 1024 ** 2;

/** Every example that a program of Debian can read. */
const examples = [
  { example: 'proxies/nginx.conf', proxy: 'nginx' },
  { example: 'proxies/openresty.conf', proxy: 'nginx' },
  { example: 'grow/nginx.conf', proxy: 'nginx' },
  { example: 'proxies/Caddyfile', proxy: 'caddy' },
] as const;

let ports: Ports;
let certificate: Certificate;
let site: Site;

beforeAll(async () => {
  const [http = 0, https = 0, own = 0] = await Promise.all([freePort(), freePort(), freePort()]);
  ports = { http, https, site: own };
  certificate = makeCertificate();
  site = await startSite({
    SAMPLE_CONTENT: '0',
    PORT: String(own),
    SITE_URL: `https://localhost:${https}`,
    TRUST_PROXY: '1',
  });
});
afterAll(async () => {
  await site.remove();
  certificate.remove();
});

for (const { example, proxy } of examples) {
  const name = `${example}: HTTPS, large bodies, unbuffered streams, the visitor's address; doctor finds no fault`;
  if (!isInstalled(proxy)) test.skip(`${name} (${proxy} is not installed)`, () => {});
  else test(name, { timeout: 120_000 }, () => tryExample(example));
}

async function tryExample(example: string) {
  const running = await startProxy(example, ports, certificate);
  try {
    await tryPages();
    await tryBodies();
    expect(await waitForFirstBytes(`${site.url}/v1/stream`, 5000)).toBeLessThan(1000);
    expect(await examine()).toMatchObject({
      网址: 'ok',
      证书: 'ok',
      反向代理: 'ok',
      度量: 'ok',
      上传: 'ok',
      实时: 'ok',
    });
  } finally {
    await running.stop();
  }
}

async function tryPages() {
  const page = await ask({ port: ports.https });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<html')]);
  const office = await ask({ port: ports.https, path: '/admin/' });
  expect([office.status, office.text]).toEqual([200, expect.stringContaining('<html')]);
  const plain = await ask({ port: ports.http, path: '/archive?page=2', isSecure: false });
  expect([301, 308]).toContain(plain.status);
  expect(String(plain.headers.location)).toMatch(/^https:\/\/localhost(:\d+)?\/archive\?page=2$/);
}

/** The site tells whoever has a ticket what it saw, and counts a body of up to 32 MB. */
async function tryBodies() {
  const ticket = await issueDoctorTicket(site);
  const path = '/v1/doctor';
  const headers = { authorization: ticket, 'x-forwarded-for': '203.0.113.7' };
  const seen = await ask({ port: ports.https, path, headers, from: '127.0.0.9' });
  expect(JSON.parse(seen.text)).toMatchObject({ address: '127.0.0.9' });
  const counted = await ask({ port: ports.https, path, headers, bytes: 30 * mebibyte });
  expect([counted.status, counted.text]).toEqual([200, String(30 * mebibyte)]);

  // 60 MB are more than a picture may have: the site says so, in JSON, and no proxy before it
  const token = await tokenFor(site, await newMember(site));
  const form = { authorization: token, 'content-type': 'multipart/form-data; boundary=x' };
  const refused = await ask({ port: ports.https, path: '/file/upload', headers: form, bytes: 60 * mebibyte });
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('"failure":"too-large"')]);
}

async function examine() {
  const env = {
    DATA_DIR: site.dataDir,
    PORT: String(ports.site),
    SITE_URL: site.url,
    TRUST_PROXY: '1',
    NODE_EXTRA_CA_CERTS: certificate.path,
  };
  const doctor = run(env, [mojian, 'doctor', '--json']);
  await doctor.ended;
  const { findings } = JSON.parse(doctor.output()) as { findings: { name: string; state: string; text: string }[] };
  return Object.fromEntries(findings.map(({ name, state, text }) => [name, state === 'ok' ? state : text]));
}

test.runIf(isInstalled('nginx'))('behind HTTPS a member logs in, and the session cookie is Secure', async () => {
  const running = await startProxy('proxies/nginx.conf', ports, certificate);
  const browser = await openBrowser();
  try {
    const member = await newMember(site);
    const { page, faults, close } = await openPage(browser, site, {
      ignoreHTTPSErrors: true,
      viewport: { width: 1600, height: 900 },
    });
    await page.goto('/');
    await hydrated(page);
    await page.waitForSelector('.shell-tools', { state: 'attached' });
    await page.getByRole('button', { name: '通知', exact: true }).click();
    await page.locator('dialog [name="email"]').fill(member.email);
    await page.locator('dialog [name="password"]').fill(member.password);
    await page.locator('dialog [type=submit]').click();
    await page.locator('.toast', { hasText: '登录成功' }).first().waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'token')).toMatchObject({ secure: true, sameSite: 'Lax' });
    expect(faults).toEqual([]);
    await close();
  } finally {
    await browser.close();
    await running.stop();
  }
});
