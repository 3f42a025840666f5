import Fastify from 'fastify';
import { copy } from '../bare.ts';

// node bare-fastify.ts <address> <port>: replays the gzip bytes and headers of an address by Fastify.
const [address = '', port = ''] = process.argv.slice(2);
const { headers, body } = await copy(address);
const app = Fastify();
app.get('/*', (_request, reply) => reply.headers(headers).send(body));
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
