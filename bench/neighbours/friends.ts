import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsFriends } from '../../apps/server/test/stand-ins/friend-sites.ts';

// process of the friends' sites, whose CPU is not the reader's: sends its port, and ends with its parent
const server = createServer(answerAsFriends(Date.now()));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
