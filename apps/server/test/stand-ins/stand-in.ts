import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import type { App, AuthorizeRequest, Grant, Memory, Person, Protocol, Requested, Step } from './protocol.ts';
import { type Trouble, troubles } from './troubles.ts';

const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#8a3b2e' } })
  .png()
  .toBuffer();
const picture: Protocol['endpoints'] = {
  '/picture.png': { step: 'picture', answer: () => ({ type: 'image/png', body: face }) },
};

/** A provider on this machine that keeps to its documented protocol, with switches for what may go wrong. */
export async function openStandIn(protocol: Protocol, app: App, host = '127.0.0.1') {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Person>();
  const secretOf = (kind: string) => `${kind}-${protocol.name}-${crypto.randomUUID()}`;
  const standIn = {
    url: '',
    app,
    person: { id: '1001', name: '阿明' } as Person,
    trouble: undefined as { at: Step; what: Trouble } | undefined,
    asked: [] as Requested[],
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
  const memory: Memory = {
    app,
    get url() {
      return standIn.url;
    },
    pictureOf: ({ picture = `${standIn.url}/picture.png` }) => picture,
    takeCode(code) {
      const grant = grants.get(code ?? '');
      grants.delete(code ?? '');
      return grant;
    },
    grantToken(person) {
      const token = secretOf('token');
      tokens.set(token, person);
      return token;
    },
    whose: (token) => tokens.get(token ?? ''),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', standIn.url);
    if (url.pathname === protocol.authorizePath) return askConsent(url, response);
    if (url.pathname === '/consent') return consent(url, response);

    const endpoint = protocol.endpoints[`${request.method} ${url.pathname}`] ?? picture[url.pathname];
    if (!endpoint) return response.writeHead(404).end('404');

    const { step } = endpoint;
    const form = new URLSearchParams(await text(request));
    const requested = { step, query: url.searchParams, form, headers: request.headers };
    standIn.asked.push(requested);
    if (standIn.trouble?.at === step) return troubles[standIn.trouble.what](response);
    const {
      status = 200,
      type = 'application/json; charset=utf-8',
      headers,
      body,
    } = endpoint.answer(requested, memory);
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  }

  /** The page people see there, with a link for yes and one for no. */
  function askConsent({ searchParams }: URL, response: ServerResponse) {
    const request = protocol.readRequest(searchParams);
    const fault = typeof request === 'string' ? request : faultOf(request, app);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (fault) return response.writeHead(400).end(`<!doctype html><title>出错了</title><p>${fault}</p>`);
    const code = secretOf('code');
    grants.set(code, { ...(request as AuthorizeRequest), person: standIn.person });
    const link = (say: string) => `/consent?${new URLSearchParams({ say, code })}`;
    response.end(
      `<!doctype html><html lang="zh"><title>${protocol.name}</title><link rel="icon" href="data:,">
      <h1>${protocol.name}</h1><p>${standIn.person.name}，让这个网站知道你是谁吗？</p>
      <a href="${link('yes').replace('&', '&amp;')}">同意</a> <a href="${link('no').replace('&', '&amp;')}">拒绝</a>`,
    );
  }

  function consent({ searchParams }: URL, response: ServerResponse) {
    const code = searchParams.get('code') ?? '';
    const grant = grants.get(code);
    if (!grant) return response.writeHead(400).end('400');
    const isYes = searchParams.get('say') === 'yes';
    if (!isYes) grants.delete(code);
    const back = isYes ? { code, ...protocol.approval?.(standIn.url) } : protocol.denial;
    const query = new URLSearchParams({ ...back, state: grant.state });
    response.writeHead(302, { location: `${grant.redirectUri}?${query}` }).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return standIn;
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

function faultOf({ clientId, redirectUri, state }: AuthorizeRequest, app: App) {
  if (clientId !== app.id) return '没有这个应用';
  if (redirectUri !== app.redirectUri) return '回调地址不一致';
  return state === '' ? '缺少 state' : undefined;
}
