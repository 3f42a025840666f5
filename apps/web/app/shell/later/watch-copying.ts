import type { SiteInfo } from '@mojian/contract/core/site';
import { sayCopied } from '../../ui/say-copied.ts';

/** Screens whose address shows others something else, or nothing. */
const ownScreens = /^\/(im|user|notice|newposts|newSays|setup|reset)\/?$/;

/** Thanks whoever copies from any screen, and adds the address to longer copies. Returns the way to stop. */
export function watchCopying(site: SiteInfo) {
  const onCopy = (event: ClipboardEvent) => sayCopied(event, () => sourceLines(site));
  document.addEventListener('copy', onCopy);
  return () => document.removeEventListener('copy', onCopy);
}

function sourceLines({ name, url }: SiteInfo) {
  const { pathname, search } = location;
  return ownScreens.test(pathname) ? [] : [`来源：${name}`, `链接：${url}${pathname}${search}`];
}
