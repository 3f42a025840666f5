import type { SocialLink } from '@mojian/contract/members/social';
import { Icon } from '@mojian/ui/icon';
import { linkSigns } from './ways.ts';

/** What is linked, drawn. */
export function LinkIcons({ links }: { links: SocialLink[] }) {
  return links.map(({ provider }) => {
    const { words, icon } = linkSigns[provider];
    return (
      <span key={provider} title={words}>
        <Icon name={icon} />
        <span className="vh">{words}</span>
      </span>
    );
  });
}
