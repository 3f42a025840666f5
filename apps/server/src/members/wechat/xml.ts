import { cleanText } from '@mojian/markdown/clean';

/** One level of elements below `<xml>`, as WeChat writes it: text in CDATA, so that no text can break out. */
export function writeXml(fields: Record<string, string | number>) {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${content(value)}</${name}>`);
  return `<xml>${elements.join('')}</xml>`;
}

/** The elements below `<xml>`. Nothing for what is not such a document: no DOCTYPE, no entities, no depth. */
export async function readXml(text: string): Promise<unknown> {
  if (!/^\s*(<\?xml[^<>]*\?>\s*)?<xml>/.test(text)) return undefined;
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ parseTagValue: false, processEntities: false, maxNestedTags: 5 });
  try {
    return (parser.parse(text, true) as { xml: unknown }).xml;
  } catch {
    return undefined;
  }
}

function content(value: string | number) {
  return typeof value === 'number' ? value : `<![CDATA[${cleanText(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
