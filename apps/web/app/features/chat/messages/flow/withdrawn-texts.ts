/** Texts their sender withdrew in this tab. They are offered again for so long. */
const offered = 5 * 60_000;
const texts = new Map<string, { text: string; until: number }>();

/** Keeps the text of a chat message that is being withdrawn, for its sender only. */
export function keepText(viewerId: number, messageId: number, text: string, now = Date.now()) {
  for (const [key, { until }] of texts) if (until < now) texts.delete(key);
  if (text) texts.set(`${viewerId} ${messageId}`, { text, until: now + offered });
}

/** It was not withdrawn after all. */
export function forgetText(viewerId: number, messageId: number) {
  texts.delete(`${viewerId} ${messageId}`);
}

/** What 重新编辑 puts back; undefined where it is not remembered any more. */
export function keptText(viewerId: number, messageId: number, now = Date.now()): string | undefined {
  const kept = texts.get(`${viewerId} ${messageId}`);
  return kept && kept.until >= now ? kept.text : undefined;
}
