import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@mojian/contract/all';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { sendByFetch } from './fetch.ts';

let close = () => {};
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

/** A client as the browser has it, against a server that answers as told. */
async function clientOf(answer: RequestListener, token?: string | (() => string)) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onSignedOut = vi.fn();
  const log = vi.fn();
  return {
    client: createClient(
      api,
      sendByFetch({ base, token: typeof token === 'function' ? token : () => token, onSignedOut, log }),
    ),
    onSignedOut,
    log,
  };
}

const envelope = (code: number, message: string, data: unknown, extra = {}) =>
  JSON.stringify({ code, message, data, extra });

test('the token goes into the Authorization header, queries into the address, and data comes back', async () => {
  const seen: string[] = [];
  const { client } = await clientOf((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.end(envelope(200, '', []));
  }, 'secret');
  expect(await client.tags.list()).toEqual([]);
  await client.articles.list({ query: { pageNo: 2, tagId: 3 } });
  expect(seen).toEqual(['GET /v1/tag/ secret', 'GET /v1/article/?pageNo=2&tagId=3 secret']);
});

test('a body refused by a proxy is distinguished from a broken connection', async () => {
  const { client } = await clientOf((_request, response) => {
    response.writeHead(413, { 'content-type': 'text/html' }).end('<html><h1>413 Request Entity Too Large</h1></html>');
  });
  await expect(client.tags.list()).rejects.toMatchObject({
    id: 'too-large',
    message: expect.stringMatching(/^反向代理不让传这么大.*client_max_body_size/),
  });
});

test('a call with extra fields gives both', async () => {
  const { client } = await clientOf(
    (_request, response) => void response.end(envelope(200, '', { name: '墨笺' }, { siteAccess: 3, visitorAccess: 2 })),
  );
  expect(await client.site.info()).toEqual({ data: { name: '墨笺' }, extra: { siteAccess: 3, visitorAccess: 2 } });
});

test('a refusal becomes a Failure with its id, text and field', async () => {
  const { client, onSignedOut } = await clientOf((_request, response) => {
    response.statusCode = 400;
    response.end(envelope(400, '页码有误', null, { failure: 'invalid-input', field: 'pageNo' }));
  });
  await expect(client.articles.list({ query: {} })).rejects.toMatchObject({
    id: 'invalid-input',
    message: '页码有误',
    field: 'pageNo',
  });
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('401 tells the session to end', async () => {
  const { client, onSignedOut } = await clientOf(
    (_request, response) => void response.end(envelope(401, '请先登录', null, { failure: 'signed-out' })),
  );
  await expect(client.tags.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('a 401 to an old token does not end a newer session', async () => {
  let token = 'old';
  const { client, onSignedOut } = await clientOf(
    (_request, response) => {
      token = 'new';
      response.end(envelope(401, '请先登录', null, { failure: 'signed-out' }));
    },
    () => token,
  );
  await expect(client.tags.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('a network failure is logged and ends no session', async () => {
  const { client, log, onSignedOut } = await clientOf((request) => void request.socket.destroy());
  await expect(client.tags.list()).rejects.toMatchObject({ id: 'unavailable' });
  expect(log).toHaveBeenCalledOnce();
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('a request times out after 36 seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  const { client, log } = await clientOf((_request, response) => void response.end(envelope(200, '', [])));
  await expect(client.tags.list()).rejects.toMatchObject({ id: 'unavailable' });
  expect(limit).toHaveBeenCalledWith(36_000);
  expect(log).toHaveBeenCalledOnce();
});
