import { failures } from '@mojian/contract/failures';
import type { SiteInfo } from '@mojian/contract/site';
import { providerNumbers, providers } from '@mojian/contract/social';
import { isSetUp } from '../social/keys.ts';
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
    maintenance: maintenanceOf(settings),
    loginTypeList: waysIn(settings),
    wechatWays: wechatWays(settings),
    officialAccount: officialAccount(settings),
    showList: filled(contacts),
    contacts,
    rewards: settings.rewards,
    chat: { group: settings.chat.group, name: groupNameIn({ ...settings, identity }) },
  };
}

function maintenanceOf({ system: { maintenance, maintenanceText } }: Pick<Settings, 'system'>) {
  return maintenance ? maintenanceText || failures.maintenance[1] : '';
}

/** What the group of the chat is called: the site's tea table until the owner names it. */
export function groupNameIn({ chat, identity }: Pick<Settings, 'chat' | 'identity'>) {
  return chat.name || `${identity.name}茶座`;
}

/** What the owner allows and what is set up. Logging in by password always is: or nobody could set up the others. */
function waysIn(settings: WaysIn) {
  const ready = providers.filter((name) => isSetUp(settings.social[name])).map((name) => providerNumbers[name]);
  const { reply } = wechatWays(settings);
  const setUp: number[] = reply ? [...ready, providerNumbers.wechat] : ready;
  return [1, ...settings.logins.types.filter((type) => setUp.includes(type))];
}

function wechatWays({ social, wechatAccount }: WaysIn) {
  return { reply: wechatAccount.token !== '', page: isSetUp(social.wechat) };
}

function officialAccount({ wechatAccount: { name, qrCode, token } }: WaysIn) {
  return token === '' ? { name: '', qrCode: '' } : { name: name || '本站公众号', qrCode };
}

type WaysIn = Pick<Settings, 'logins' | 'social' | 'wechatAccount'>;

function filled(contacts: Settings['contacts']) {
  const names = Object.keys(contactNumbers) as (keyof typeof contactNumbers)[];
  return names.filter((name) => contacts[name] !== '').map((name) => contactNumbers[name]);
}
