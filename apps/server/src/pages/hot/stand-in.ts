import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hotTypes } from '@mojian/contract/pages/hot';

/** A value is sent as JSON, a string as it is. */
export type Answer = ((response: ServerResponse) => void) | string | object;

/** Starts a local server in place of all sources, for tests; records its requests. */
export async function openStandIn() {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let answers: (path: string) => Answer = () => ({});
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    const answer = answers(url);
    if (typeof answer === 'function') answer(response);
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked: requests,
    hosts: Object.fromEntries(hotTypes.map((type) => [type, url])),
    answers: (answer: Answer) => {
      answers = () => answer;
    },
    answersByPath: (answer: (path: string) => Answer) => {
      answers = answer;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A fixture in the source's format, with invalid rows beside valid ones. */
export function recorded(name: string) {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as object;
}
