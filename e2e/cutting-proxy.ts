import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a browser and a site, and cuts every connection when told to. */
export async function cuttingProxy(site: { url: string }) {
  const { hostname, port } = new URL(site.url);
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((socket) => {
    if (isDown) return socket.destroy();
    const onward = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** Blocks all traffic until `up`. */
    down() {
      isDown = true;
      cut();
    },
    up() {
      isDown = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}
