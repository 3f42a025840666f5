import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';

type Contact = { icon: string; words: string; of: keyof SiteInfo['contacts']; link?: (name: string) => string };

/** By the numbers of showList. What cannot be a link shows its text when pressed. */
const contacts: Record<number, Contact> = {
  1: { icon: 'mail', words: '邮箱', of: 'email', link: (name) => `mailto:${name}` },
  2: { icon: 'qq', words: 'QQ', of: 'qq' },
  3: { icon: 'git', words: 'GitHub', of: 'github', link: (name) => pageOn('https://github.com/', name) },
  4: { icon: 'gitee', words: 'Gitee', of: 'gitee', link: (name) => pageOn('https://gitee.com/', name) },
  5: { icon: 'wx', words: '微信', of: 'wechat' },
  6: { icon: 'chat', words: 'QQ 群', of: 'qqGroup' },
};

export function Contacts({ site }: { site: SiteInfo }) {
  return (
    <div className="soc">
      {site.showList.map((number) => {
        const contact = contacts[number];
        return contact && <ContactMark key={number} contact={contact} name={site.contacts[contact.of]} />;
      })}
      <a className="ib" href="/rss.xml" aria-label="RSS 订阅" title="RSS 订阅">
        <Icon name="rss" />
      </a>
    </div>
  );
}

function ContactMark({ contact: { icon, words, link }, name }: { contact: Contact; name: string }) {
  if (link) {
    return (
      <a className="ib" href={link(name)} rel="me noopener" aria-label={words} title={words}>
        <Icon name={icon} />
      </a>
    );
  }
  return (
    <details name="contact">
      <summary className="ib" aria-label={words} title={words}>
        <Icon name={icon} />
      </summary>
      <span className="float">{`${words} ${name}`}</span>
    </details>
  );
}

/** The owner may give a whole address or only their name there. */
function pageOn(host: string, name: string) {
  return /^https?:\/\//.test(name) ? name : host + encodeURIComponent(name);
}
