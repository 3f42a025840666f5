import { text } from 'node:stream/consumers';
import { openNeighbour } from '../neighbour.ts';

type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

/** A service that takes alerts, on this machine: it stores what it was sent and answers as the test says. */
export async function openAlertService(first: Reply) {
  const sent: { path: string; headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  const service = {
    sent,
    answer: first,
    /** Bodies as JSON, the newest last. */
    bodies: () => sent.map(({ body }) => JSON.parse(body)),
    url: '',
  };
  const { url } = await openNeighbour(async (request, reply) => {
    sent.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    const { status = 200, headers = {}, body } = service.answer;
    reply.writeHead(status, { 'content-type': 'application/json', ...headers });
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  service.url = url;
  return service;
}
