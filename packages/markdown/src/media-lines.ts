import { attachmentKinds, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import type { MarkdownIt } from 'markdown-it';
import { inlineText } from './headings.ts';
import { stateOf, Token } from './markdown-it.ts';
import type { RenderState } from './render-state.ts';

/**
 * Writes `![](…)` of a file of this site that is no picture as a link, and every link to one without the site's origin.
 * `layMedia` makes cards and players of those that stand alone when the text is shown.
 */
export function mediaLines(md: MarkdownIt): void {
  md.core.ruler.before('pictures', 'attachment_links', ({ tokens, env }) => {
    const state = stateOf(env);
    for (const token of tokens) if (token.children) token.children = linkAttachments(token.children, state);
  });
}

function linkAttachments(tokens: Token[], state: RenderState): Token[] {
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') shortenLink(token, state);
    return token.type === 'image' ? linkOf(token, state) : [token];
  });
}

function shortenLink(link: Token, state: RenderState) {
  const address = ownAddress(String(link.attrGet('href') ?? ''), state);
  if (kindOfAttachment(address)) link.attrSet('href', address);
}

function linkOf(picture: Token, state: RenderState) {
  const address = ownAddress(String(picture.attrGet('src') ?? ''), state);
  const kind = kindOfAttachment(address);
  if (!kind) return [picture];
  const open = new Token('link_open', 'a', 1);
  open.attrs = [['href', address]];
  const text = new Token('text', '', 0);
  text.content = inlineText(picture.children ?? []) || nameOf(address, state) || attachmentKinds[kind].words;
  return [open, text, new Token('link_close', 'a', -1)];
}

/** Path of an address of this site, however it is written. */
function ownAddress(address: string, { options: { siteOrigin } }: RenderState) {
  return siteOrigin && address.startsWith(`${siteOrigin}/`) ? address.slice(siteOrigin.length) : address;
}

function nameOf(address: string, { options }: RenderState) {
  return options.pictureSize?.(address)?.attachment?.name;
}
