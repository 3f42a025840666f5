import { parse } from 'yaml';

/**
 * Reads YAML of others. Of a key that comes twice the last one counts: to look for them costs the square of their number.
 * `aliases`: how often one text may stand for others, all in all.
 * @throws what `yaml` throws for what is none
 */
export function readYaml(text: string, { aliases = 50 } = {}): unknown {
  return parse(text, { uniqueKeys: false, maxAliasCount: aliases, logLevel: 'error' });
}
