type Headers = Record<string, string>;

/** Opens a stream and collects what it says. */
export async function hear(address: string, query = '', { token, ...headers }: Headers = {}) {
  const answer = await fetch(`${address}/v1/stream${query}`, {
    headers: { ...headers, ...(token && { authorization: token }) },
  });
  let said = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) said += part.value;
  })().catch(() => {});
  const field = (name: string) =>
    [...said.matchAll(new RegExp(`^${name}: (.*)$`, 'gm'))].map(([, value]) => value ?? '');
  return {
    answer,
    said: () => said,
    /** The types of all events, and the ids and data of those of one type. */
    types: () => field('event'),
    ids: (type: string) =>
      [...said.matchAll(new RegExp(`^event: ${type}\\nid: (\\d+)$`, 'gm'))].map(([, id]) => Number(id)),
    data: (type: string) =>
      [...said.matchAll(new RegExp(`^event: ${type}\\n(?:id: \\d+\\n)?(?:topic: .*\\n)?data: (.*)$`, 'gm'))].map(
        ([, data]) => JSON.parse(data ?? '') as unknown,
      ),
    ended,
    leave: () => reader?.cancel(),
  };
}
