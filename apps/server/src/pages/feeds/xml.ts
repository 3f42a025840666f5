import { cleanText } from '@mojian/markdown/clean';

export type Xml = { readonly xml: string };

type Content = string | Xml[];

/** An element. Text and attribute values are escaped and lose what XML forbids, so that no text can break the document. */
export function element(name: string, content: Content, attributes: Record<string, string> = {}): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(({ xml }) => xml).join('\n');
  return { xml: inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>` };
}

export function xmlDocument(root: Xml) {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}

/** Text as it stands between tags and in attributes, without what XML forbids. */
export function escapeXml(text: string) {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
