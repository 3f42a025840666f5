import type { NavigationGroup, NavigationSite } from '@mojian/contract/pages/navigation';

/** The groups with the sites that hold every word of the text in their name, line or address; emptied groups are left out. */
export function filterGroups(groups: NavigationGroup[], text: string): NavigationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({ ...group, sites: group.sites.filter((site) => holdsAll(site, group.name, words)) }))
    .filter(({ sites }) => sites.length > 0);
}

function holdsAll({ name, info, url }: NavigationSite, group: string, words: string[]) {
  const host = URL.parse(url)?.hostname ?? '';
  const text = `${name} ${info} ${host} ${group}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
