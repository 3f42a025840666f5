import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { streamDeps } from '../src/app.ts';
import { checkAddress } from '../src/operations/doctor/address.ts';
import { doctorTicket } from '../src/operations/doctor/data.ts';
import { doctorRoutes } from '../src/operations/doctor/doctor.routes.ts';
import { readConfig } from '../src/platform/config.ts';
import { handleErrors } from '../src/platform/http/errors.ts';
import { mountCalls } from '../src/platform/http/mount.ts';
import { type ProxyWatch, watchForProxy } from '../src/platform/http/unseen-proxy.ts';
import { metricsRoutes } from '../src/platform/metrics/metrics.routes.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { pushInProcess } from '../src/platform/push/push.ts';
import { PageCache } from '../src/platform/render/page-cache.ts';
import { EventBus } from '../src/platform/stream/event-bus.ts';
import { LivePresence } from '../src/platform/stream/presence.ts';
import { streamRoutes } from '../src/platform/stream/stream.routes.ts';
import { issueTicket } from '../src/platform/tickets/tickets.ts';
import { freshSite } from './fresh-site.ts';
import { hasNginx, startNginx } from './nginx.ts';

const site = freshSite();
const stops: (() => Promise<unknown>)[] = [];
let ticket: string;
/** Proxy seen by the newest site. */
let proxy: ProxyWatch;

beforeEach(async () => {
  ticket = await issueTicket(site.db, doctorTicket, null);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** The site as it listens, with this TRUST_PROXY. */
async function listen(trustProxy: number) {
  const push = pushInProcess();
  const eventBus = new EventBus(push);
  const streams = streamDeps(site.db);
  const presence = new LivePresence({ push, ...streams, onError: () => {} });
  const app = Fastify({ trustProxy: (_address: string, hop: number) => hop < trustProxy, forceCloseConnections: true });
  handleErrors(app);
  proxy = { isUnseen: false };
  watchForProxy(app, trustProxy, proxy);
  await mountCalls(app, site.calls, streams.findViewer);
  const { count } = streamRoutes(app, { ...streams, eventBus, presence, onError: () => {} });
  await doctorRoutes(app, { db: site.db, trustProxy });
  const noFront = { takeAnswered: () => new Map() };
  const cache = new PageCache({ maxBytes: 1e6, maxAge: 1000 });
  metricsRoutes(app, {
    metrics: new Metrics(),
    front: noFront,
    token: undefined,
    db: site.db,
    cache,
    countStreams: count,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  stops.push(() => app.close());
  return address;
}

async function throughNginx(server: (upstream: string) => string, upstream: string) {
  const proxy = await startNginx(server(upstream));
  stops.push(proxy.stop);
  return proxy.url;
}

const append = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;';
const proper = (upstream: string) =>
  `client_max_body_size 100m; location / { proxy_pass ${upstream}; proxy_http_version 1.1; ${append} }`;

async function check(url: string) {
  const findings = await checkAddress(readConfig({ SITE_URL: url }), ticket);
  return {
    faults: findings.filter(({ state }) => state !== 'ok').map(({ name, text }) => `${name}：${text}`),
    advice: findings.map(({ advice }) => advice).join('\n'),
    names: findings.map(({ name }) => name),
  };
}

test('without a proxy a site has no faults, and TRUST_PROXY above 0 is one', async () => {
  expect(await check(await listen(0))).toMatchObject({ faults: [], names: ['网址', '反向代理', '上传', '实时'] });
  expect(proxy.isUnseen, 'the site does not take the doctor for a proxy').toBe(false);
  const { faults, advice } = await check(await listen(1));
  expect(faults).toEqual(['反向代理：前面没有代理，TRUST_PROXY 却是 1：谁都能假造自己的地址']);
  expect(advice).toContain('TRUST_PROXY=0');
});

test.runIf(hasNginx)('a proper nginx has no faults, by one layer and by two', async () => {
  const one = await throughNginx(proper, await listen(1));
  expect(await check(one)).toMatchObject({ faults: [], names: ['网址', '反向代理', '度量', '上传', '实时'] });
  const two = await throughNginx(proper, await throughNginx(proper, await listen(2)));
  expect((await check(two)).faults).toEqual([]);
});

test.runIf(hasNginx)('a wrong TRUST_PROXY is named with the right one', async () => {
  const low = await check(await throughNginx(proper, await listen(0)));
  expect(low.faults).toEqual([
    expect.stringMatching(/^反向代理：前面有 1 层代理，TRUST_PROXY 却是 0：所有读者被当成同一个地址/),
  ]);
  expect(low.advice).toContain('设 TRUST_PROXY=1');
  expect(proxy.isUnseen).toBe(true);
  const high = await check(await throughNginx(proper, await listen(2)));
  expect(high.faults).toEqual(['反向代理：前面有 1 层代理，TRUST_PROXY 却是 2：谁都能假造自己的地址']);
  const replacing = (upstream: string) =>
    proper(upstream).replace(append, 'proxy_set_header X-Forwarded-For $remote_addr;');
  expect((await check(await throughNginx(replacing, await listen(1)))).faults).toEqual([]);
  expect((await check(await throughNginx(replacing, await listen(0)))).faults).toHaveLength(1);
  const withPort = (upstream: string) => replacing(upstream).replace('$remote_addr', '$remote_addr:$remote_port');
  expect((await check(await throughNginx(withPort, await listen(1)))).faults).toEqual([]);
  const hiding = (upstream: string) => replacing(upstream).replace('$remote_addr', 'unknown');
  expect((await check(await throughNginx(hiding, await listen(1)))).faults).toEqual([
    '反向代理：代理送来的 X-Forwarded-For 里不是读者的地址：所有读者被当成同一个',
  ]);
});

test.runIf(hasNginx)(
  'a proxy that hides readers, refuses uploads, buffers streams or shows the metrics is found',
  async () => {
    const upstream = await listen(1);
    const careless = (address: string) => `location / { proxy_pass ${address}; }`;
    const { faults, advice } = await check(await throughNginx(careless, upstream));
    expect(faults).toEqual([
      '反向代理：前面有代理，但没有送来读者的地址：所有读者被当成同一个',
      '度量：外面看得到 /metrics',
      '上传：代理不放行 20.0 MB 的上传：大的图片与备份传不上来',
    ]);
    expect(advice).toContain('client_max_body_size');

    const buffering = (address: string) =>
      proper(address).replace('proxy_http_version 1.1;', 'proxy_ignore_headers X-Accel-Buffering;'); // buffers HTTP/1.0
    expect((await check(await throughNginx(buffering, upstream))).faults).toEqual([
      '实时：代理把实时消息攒着不放：聊天与新评论不会马上出现',
    ]);
  },
);

test.runIf(hasNginx)('an address that leads elsewhere is told apart', async () => {
  const moved = await throughNginx(() => 'return 301 https://blog.example$request_uri;', '');
  expect((await check(moved)).advice).toContain('https://blog.example');
  const broken = await throughNginx(proper, 'http://127.0.0.1:1');
  expect((await check(broken)).faults).toEqual([`网址：${broken} 那里的代理连不到本站（502）`]);
});

test('another program, another site and a closed port are told apart', async () => {
  const other = createServer((_request, response) => response.end('<h1>hello</h1>'));
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  stops.push(async () => other.close());
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect((await check(url)).faults).toEqual([`网址：${url} 那里答的不是本站（200）`]);

  const address = await listen(0);
  ticket = 'of-another-database';
  expect((await check(address)).faults).toEqual([`网址：${address} 那里是另一个墨笺，或者另一个版本`]);
  expect((await check('http://127.0.0.1:1')).faults).toEqual(['网址：127.0.0.1:1 没有程序在听']);
  expect((await check('http://no-such-host.invalid')).faults).toEqual(['网址：查不到 no-such-host.invalid 的地址']);
});

test('nobody else is told what the site saw', async () => {
  const address = await listen(0);
  const withoutTicket: Record<string, string>[] = [{}, { authorization: 'guess' }];
  for (const headers of withoutTicket) expect((await fetch(`${address}/v1/doctor`, { headers })).status).toBe(404);
});
