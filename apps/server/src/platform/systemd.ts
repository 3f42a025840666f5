import { execFile } from 'node:child_process';

/** Variables systemd sets for a service of `Type=notify`; with `WatchdogSec=` the microseconds between signs of life. */
type ServiceEnv = {
  NOTIFY_SOCKET?: string | undefined;
  WATCHDOG_USEC?: string | undefined;
  WATCHDOG_PID?: string | undefined;
};

/**
 * Tells systemd that the service is ready, then gives signs of life twice per watchdog interval: they stop when the
 * event loop does. Node has no datagram sockets of the file system, so `systemd-notify` sends; the unit therefore needs
 * `NotifyAccess=all`. Does nothing elsewhere. Returns a function that says the service stops.
 */
export function notifySystemd(env: ServiceEnv, warn: (line: string) => void) {
  if (!env.NOTIFY_SOCKET) return async () => {};
  let hasWarned = false;
  const send = (state: string) =>
    new Promise<void>((done) => {
      execFile('systemd-notify', [state], (error) => {
        if (error && !hasWarned) warn(`没有告诉 systemd（${state}）：${error.message}`);
        hasWarned ||= error !== null;
        done();
      });
    });
  void send('READY=1');
  const interval = watchdogInterval(env);
  const timer = interval && setInterval(() => void send('WATCHDOG=1'), interval / 2).unref();
  return () => {
    clearInterval(timer);
    return send('STOPPING=1');
  };
}

/** Milliseconds; undefined without a watchdog for this process. */
function watchdogInterval({ WATCHDOG_USEC, WATCHDOG_PID }: ServiceEnv) {
  const isForUs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid;
  return isForUs && Number(WATCHDOG_USEC) > 0 ? Number(WATCHDOG_USEC) / 1000 : undefined;
}
