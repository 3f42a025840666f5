import { connect, type Socket } from 'node:net';

// process that asks for pages, each from another address: as fast as its connections allow, or at a rate.
// node flood.ts <url> <seconds> <connections> <rate or 0> <paths as JSON>: prints how many of each status, and times.
const [url = '', seconds = '5', connections = '32', rate = '0', paths = '["/"]'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const all = JSON.parse(paths) as string[];
const until = performance.now() + Number(seconds) * 1000;
const statuses = new Map<string, number>();
const times: number[] = [];
let requested = 0;
let due = 0;

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

async function ask(socket: Socket) {
  const n = requested++;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const begun = performance.now();
  const answered = new Promise<string>((done, fail) => {
    let received = 0;
    let length = -1;
    let status = '';
    const take = (chunk: Buffer) => {
      if (length < 0) {
        const end = chunk.indexOf('\r\n\r\n');
        const head = chunk.subarray(0, end).toString('latin1');
        status = head.slice(9, 12);
        length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      received += chunk.length;
      if (received < length) return;
      socket.off('data', take).off('close', lost);
      done(status);
    };
    const lost = () => fail(new Error('lost'));
    socket.on('data', take).once('close', lost);
  });
  const path = all[n % all.length];
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip\r\nx-forwarded-for: ${address}\r\n\r\n`);
  const status = await answered.catch(() => 'lost');
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === '200') times.push(performance.now() - begun);
}

async function window() {
  while (performance.now() < until) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    while (performance.now() < until && !socket.destroyed) {
      if (Number(rate) > 0) {
        if (due <= 0) {
          await wait(2);
          continue;
        }
        due--;
      }
      await ask(socket);
    }
    socket.destroy();
  }
}

const pace = setInterval(() => {
  due = Math.min(due + Number(rate) / 100, Number(connections));
}, 10);
await Promise.all(Array.from({ length: Number(connections) }, window));
clearInterval(pace);
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
console.log(JSON.stringify({ requested, statuses: Object.fromEntries(statuses), p50: at(0.5), p99: at(0.99) }));
