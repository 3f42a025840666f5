import type { Endpoint } from '@mojian/contract/platform/endpoint';

const id = 'virtual:call-sheet';

/** Vite plugin for `virtual:call-sheet`: method, path and flags of each call, without the zod shapes. */
export function callSheet(api: Record<string, Record<string, Endpoint>>) {
  const sheet = Object.fromEntries(
    Object.entries(api).map(([noun, calls]) => [
      noun,
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, line(call)])),
    ]),
  );
  return {
    name: 'mojian:call-sheet',
    resolveId: (source: string) => (source === id ? `\0${id}` : undefined),
    load: (loaded: string) => (loaded === `\0${id}` ? `export const sheet = ${JSON.stringify(sheet)}` : undefined),
  };
}

function line({ method, path, extra }: Endpoint) {
  return { method, path, ...(extra && { extra: true }) };
}
