import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Trouble, troubles } from './troubles.ts';

type Requested = { engine: 'indexNow' | 'baidu'; urls: string[] };
type Answer = { status: number; body?: object };

/** IndexNow and Baidu on this machine, as they document themselves, for one site with one key each. */
export async function openEngines(own: { siteUrl: string; key: string; token: string }) {
  const engines = {
    url: '',
    asked: [] as Requested[],
    trouble: undefined as Trouble | undefined,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };

  function indexNow(sent: string): Answer {
    const { host, key, keyLocation, urlList } = JSON.parse(sent);
    if (!Array.isArray(urlList) || urlList.length === 0) return { status: 400 };
    if (key !== own.key || keyLocation !== `${own.siteUrl}/${own.key}.txt`) return { status: 403 };
    if (urlList.some((url) => new URL(url).host !== host)) return { status: 422 };
    engines.asked.push({ engine: 'indexNow', urls: urlList });
    return { status: 202 };
  }

  function baidu(sent: string, query: URLSearchParams): Answer {
    const error = (status: number, message: string) => ({ status, body: { error: status, message } });
    if (query.get('token') !== own.token) return error(401, 'token is not valid');
    if (query.get('site') !== own.siteUrl) return error(400, 'site error');
    const urls = sent.split('\n').filter(Boolean);
    if (urls.length === 0) return error(400, 'empty content');
    engines.asked.push({ engine: 'baidu', urls });
    return { status: 200, body: { remain: 100 - urls.length, success: urls.length } };
  }

  async function respond(path: string, body: string, response: ServerResponse) {
    if (engines.trouble) return troubles[engines.trouble](response);
    const { pathname, searchParams } = new URL(path, engines.url);
    const answers: Record<string, () => Answer> = {
      '/indexnow': () => indexNow(body),
      '/urls': () => baidu(body, searchParams),
    };
    const answer = answers[pathname]?.() ?? { status: 404 };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body ?? ''));
  }

  const server = createServer(async (request, response) => {
    const isPost = request.method === 'POST';
    await respond(isPost ? (request.url ?? '') : '/only-post', await text(request), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engines.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return engines;
}
