import { licences } from '@mojian/contract/core/licences';
import { commentingOf } from '@mojian/contract/core/modes';
import type { SiteInfo } from '@mojian/contract/core/site';
import { type Provider, providerNumbers, providers } from '@mojian/contract/core/social-providers';
import { completeMenu, isMenuPlace, type MenuItem, menuPlaces, pageOfEntry } from '@mojian/contract/pages/menu';
import { failures } from '@mojian/contract/platform/failures';
import { featureOfPath, isOn } from '@mojian/contract/platform/features';
import { contactNames } from '@mojian/contract/platform/rules';
import { isPage, shown } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { featuresOn } from './features.ts';
import { readSettings, type Settings } from './settings.ts';

/** Environment of the site info: address and mail server. */
type Place = { siteUrl: string; smtpUrl?: string | undefined };

/** Public site info, with contacts that are filled in. */
export async function siteInfo(db: Db, { siteUrl, smtpUrl }: Place): Promise<SiteInfo> {
  const { identity, author, contacts, footer, ...settings } = await readSettings(db);
  return {
    ...identity,
    ...footer,
    licence: licences[footer.licence],
    ...settings.festival,
    ...settings.reading,
    accent: settings.look.accent,
    theme: settings.look.theme,
    seo: seoOf(settings),
    url: siteUrl,
    authorName: author.name,
    authorAvatar: author.avatar,
    authorIntro: author.intro,
    authorPlace: author.place,
    motto: author.motto,
    announcement: settings.announcement.text,
    maintenance: maintenanceOf(settings),
    features: featuresOn(settings),
    commenting: commentingOf(settings.features.comments),
    saysByMembers: settings.says.members,
    registration: registrationOf(settings, smtpUrl),
    canMail: canMail(settings.mail, smtpUrl),
    loginTypeList: waysIn(settings),
    wechatWays: wechatWays(settings),
    officialAccount: officialAccount(settings),
    showList: filled(contacts),
    contacts: contactsOf(contacts),
    menu: await shownMenu(db, settings),
    rewards: settings.rewards,
    chat: { group: settings.chat.group, name: groupNameIn({ ...settings, identity }) },
  };
}

function maintenanceOf({ system: { maintenance, maintenanceText } }: Pick<Settings, 'system'>) {
  return maintenance ? maintenanceText || failures.maintenance[1] : '';
}

/** Name of the group chat, the default unless set. */
export function groupNameIn({ chat, identity }: Pick<Settings, 'chat' | 'identity'>) {
  return chat.name || `${identity.name}聊天室`;
}

/** Allowed and configured login methods. Passwords always work: without them nobody could configure the others. */
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

const codeNames = {
  baidu: 'baidu-site-verification',
  google: 'google-site-verification',
  bing: 'msvalidate.01',
  so: '360-site-verification',
  sogou: 'sogou_site_verification',
} as const;

function seoOf({ seo }: Pick<Settings, 'seo'>): SiteInfo['seo'] {
  const engines = Object.keys(codeNames) as (keyof typeof codeNames)[];
  const codes = engines.map((engine) => ({ name: codeNames[engine], content: seo[engine] }));
  return { keywords: seo.keywords, hidden: seo.hidden, codes: codes.filter(({ content }) => content !== '') };
}

/** Leaves out hidden entries, features switched off and unpublished pages. */
async function shownMenu(db: Db, { menu, features }: Pick<Settings, 'menu' | 'features'>) {
  const on = featuresOn({ features });
  const items = completeMenu(menu.items).filter(({ to, hidden }) => !hidden && isOn(on, featureOfPath(to)));
  const pages = await listMenuPages(db, items);
  return items.flatMap(({ to, words }) => {
    const id = pageOfEntry(to);
    if (id === undefined) return { to, words: words || (isMenuPlace(to) ? menuPlaces[to] : to) };
    const page = pages.get(id);
    return page ? { to: `/page/${page.slug ?? id}`, words: words || page.title } : [];
  });
}

async function listMenuPages(db: Db, items: MenuItem[]) {
  const ids = items.flatMap(({ to }) => pageOfEntry(to) ?? []);
  if (ids.length === 0) return new Map<number, { slug: string | null; title: string }>();
  const pages = db.selectFrom('articles').select(['id', 'slug', 'title']).where('id', 'in', ids);
  const rows = await pages.where(shown).where(isPage).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Leaves out contacts the owner does not show. */
function contactsOf({ shown, ...contacts }: Settings['contacts']): SiteInfo['contacts'] {
  const shownContacts = contactNames.map((name) => [name, shown.includes(name) ? contacts[name] : '']);
  return Object.fromEntries(shownContacts) as SiteInfo['contacts'];
}

/** Numbers of the contract's `showList`, in the owner's order. */
function filled({ shown, ...contacts }: Settings['contacts']) {
  return [...new Set(shown)].filter((name) => contacts[name] !== '').map((name) => contactNames.indexOf(name) + 1);
}

/** Effective registration mode. Without mail no code can prove a mailbox, so open registration becomes a review. */
export function registrationOf(
  { features, mail }: Pick<Settings, 'features' | 'mail'>,
  smtpUrl: string | undefined,
): SiteInfo['registration'] {
  const code = canMail(mail, smtpUrl);
  return { mode: features.registration === 'open' && !code ? 'review' : features.registration, code };
}

export function isSetUp({ id, secret }: { id: string; secret: string }) {
  return id !== '' && secret !== '';
}

/** Credentials of a provider that is configured and allowed; undefined for others. */
export async function findKeys(db: Db, provider: Provider) {
  const { social, logins } = await readSettings(db);
  const keys = social[provider];
  return isSetUp(keys) && logins.types.includes(providerNumbers[provider]) ? keys : undefined;
}
