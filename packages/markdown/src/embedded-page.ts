/**
 * Where a page meant to stand within another one is read or watched, and words for a link there. YouTube's and
 * Bilibili's players lead to the film's own page.
 */
export function describeFrame(address: string, title = ''): { href: string; words: string } {
  const whole = address.replace(/^[\\/]{2}/, 'https://');
  const [, video] = /youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(whole) ?? [];
  const player = whole.indexOf('player.bilibili.com/');
  const [, bilibili] = (player >= 0 && /[?&]bvid=(\w+)/.exec(whole.slice(player))) || [];
  if (bilibili) return { words: `视频：${title || '哔哩哔哩'}`, href: `https://www.bilibili.com/video/${bilibili}` };
  if (!video) return { words: `内嵌页面：${title || (URL.parse(whole)?.host ?? whole)}`, href: whole };
  const time = /[?&](?:t|start)=(\d+)/.exec(whole)?.[1];
  const href = `https://www.youtube.com/watch?v=${video}${time ? `&t=${time}` : ''}`;
  return { words: `视频：${title || 'YouTube'}`, href };
}
