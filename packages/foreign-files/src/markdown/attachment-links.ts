import { attachmentEndings } from '@mojian/contract/core/attachment-kinds';

const endings = attachmentEndings.join('|');
const linked = new RegExp(
  String.raw`(?<!\\)\]\(\s*(<[^<>\n]{1,1000}\.(?:${endings})>|[^()\s<>]{1,1000}\.(?:${endings}))((?:\s{1,9}"[^"\n]*")?)\s*\)`,
  'gi',
);
const ending = new RegExp(String.raw`\.(?:${endings})$`, 'i');

/** Whether an address may be that of a file that is attached, by its ending. */
export function mayBeAttachment(address: string): boolean {
  return ending.test(address.split(/[?#]/, 1)[0] ?? '');
}

/** Lists the addresses to which a text links as to files that may be attached. Expects code in placeholders. */
export function listAttachmentLinks(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(linked), ([, address = '']) => bare(address)))];
}

/** Replaces such links by the addresses of the files here. */
export function replaceAttachmentLinks(text: string, storedAt: ReadonlyMap<string, string>): string {
  return text.replace(linked, (all, address: string, caption: string) => {
    const stored = storedAt.get(bare(address));
    return stored === undefined ? all : `](${stored}${caption})`;
  });
}

function bare(address: string) {
  return address.replace(/^<|>$/g, '');
}
