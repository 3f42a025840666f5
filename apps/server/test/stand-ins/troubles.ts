import type { ServerResponse } from 'node:http';

/** What may be the matter: it does not answer, never answers, or answers something else. */
export type Trouble = 'down' | 'slow' | 'html' | 'huge' | 'nonsense' | 'broken' | 'moved';

const page = '<!doctype html><title>安全验证</title><p>请稍候</p>';

export const troubles: Record<Trouble, (response: ServerResponse) => void> = {
  down: (response) => response.socket?.destroy(),
  slow: () => {},
  html: (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  nonsense: (response) => response.setHeader('content-type', 'application/json').end('{"access_token":7,"id":null}'),
  broken: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page),
  moved: (response) => response.writeHead(302, { location: '/consent' }).end(),
  huge(response) {
    response.setHeader('content-type', 'application/json');
    const send = () => {
      while (response.write(' '.repeat(65_536)));
    };
    response.on('drain', send);
    send();
  },
};
