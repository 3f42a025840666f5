import { SaxesParser } from 'saxes';

/** Text of each wanted element in a record, by its name without prefix; '' for an empty one. */
type XmlRecord = Record<string, string>;

/** Reads the records of a listing; undefined for what is not well-formed or lacks the outermost element. */
export function readRecords(text: string, { root, record }: { root: string; record: string }): XmlRecord[] | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const records: XmlRecord[] = [];
  const path: string[] = [];
  let isBroken = false;
  let current: XmlRecord | undefined;
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name }) => {
    const local = localName(name);
    if (path.length === 0 && local !== root) isBroken = true;
    path.push(local);
    if (local === record) current = {};
    else if (current) current[local] ??= '';
  });
  const addText = (more: string) => {
    const at = path.at(-1);
    if (current && at !== undefined && at !== record) current[at] += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (path.pop() !== record || !current) return;
    records.push(current);
    current = undefined;
  });
  parser.write(text).close();
  return isBroken || text.trim() === '' ? undefined : records;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
