import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { listNeighbourFeeds } from '../neighbours/neighbours.ts';
import { xmlDocument, xmlElement } from './formats.ts';

type Source = { title: string; feeds: Awaited<ReturnType<typeof listNeighbourFeeds>> };

export async function readOpmlSource(db: Db): Promise<Source> {
  const [{ identity }, feeds] = await Promise.all([readSettings(db), listNeighbourFeeds(db)]);
  return { title: `${identity.name}的友邻`, feeds };
}

/** OPML 2.0 with the feeds of the friends, in the groups of the links. */
export function opml({ title, feeds }: Source) {
  const groups = Map.groupBy(feeds, ({ groupName }) => groupName || '友邻');
  const body = Array.from(groups, ([text, own]) =>
    xmlElement(
      'outline',
      own.map(({ name, siteUrl, url }) =>
        xmlElement('outline', '', { type: 'rss', text: name, title: name, xmlUrl: url, htmlUrl: siteUrl }),
      ),
      { text, title: text },
    ),
  );
  const head = xmlElement('head', [xmlElement('title', title)]);
  return xmlDocument(xmlElement('opml', [head, xmlElement('body', body)], { version: '2.0' }));
}
