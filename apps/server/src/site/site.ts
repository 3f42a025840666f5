import type { SiteInfo } from '@mojian/contract/site';
import type { Settings } from './settings.ts';

/** The numbers of the contract's showList, by contact. */
const contactNumbers = { email: 1, qq: 2, github: 3, gitee: 4, wechat: 5, qqGroup: 6 } as const;

/** What every visitor is told about the site. A contact shows once it is filled in. */
export function siteInfo({ identity, author, contacts, footer, ...settings }: Settings, siteUrl: string): SiteInfo {
  return {
    ...identity,
    ...footer,
    ...settings.festival,
    ...settings.reading,
    url: siteUrl,
    authorName: author.name,
    authorAvatar: author.avatar,
    authorIntro: author.intro,
    motto: author.motto,
    announcement: settings.announcement.text,
    loginTypeList: settings.logins.types,
    showList: filled(contacts),
    contacts,
    rewards: settings.rewards,
  };
}

function filled(contacts: Settings['contacts']) {
  const names = Object.keys(contactNumbers) as (keyof typeof contactNumbers)[];
  return names.filter((name) => contacts[name] !== '').map((name) => contactNumbers[name]);
}
