import type { ServerResponse } from 'node:http';

/** Faults of a server: refuses, never answers, or answers something else. */
export type Trouble =
  | 'down'
  | 'slow'
  | 'html'
  | 'huge'
  | 'nonsense'
  | 'broken'
  | 'limited'
  | 'busy'
  | 'overloaded'
  | 'moved';

/** All of them but the one that takes its time. */
export const quickTroubles: Trouble[] = [
  'down',
  'html',
  'huge',
  'nonsense',
  'broken',
  'limited',
  'busy',
  'overloaded',
  'moved',
];

const page = '<!doctype html><title>安全验证</title><p>请稍候</p>';

export const troubles: Record<Trouble, (response: ServerResponse) => void> = {
  down: (response) => response.socket?.destroy(),
  slow: () => {},
  html: (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  nonsense: (response) => response.setHeader('content-type', 'application/json').end('{"access_token":7,"id":null}'),
  broken: (response) => json(response, 502, { message: 'Bad gateway' }),
  limited: (response) => json(response, 429, { message: 'Too many requests' }),
  busy: (response) => json(response, 400, { error: 'temporarily_unavailable', error_code: 21_331 }),
  overloaded: (response) => json(response, 200, { errcode: -1, errmsg: 'system error' }),
  moved: (response) => json(response.setHeader('location', '/consent'), 302, {}),
  huge(response) {
    response.setHeader('content-type', 'application/json');
    const send = () => {
      while (response.write(' '.repeat(65_536)));
    };
    response.on('drain', send);
    send();
  },
};

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
