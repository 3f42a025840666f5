/** The topic that is being written where the caret stands: `今天 #慢工|` is 慢工, from its #. */
export function topicAt(text: string, caret: number): { start: number; prefix: string } | undefined {
  const found = /(?:^|[^\w#])#([^\s#]{0,20})$/u.exec(text.slice(0, caret));
  return found ? { start: caret - (found[1] ?? '').length - 1, prefix: found[1] ?? '' } : undefined;
}
