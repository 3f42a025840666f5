import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { stampOf } from '../../../../ui/seal.tsx';
import { openDialog } from '../open-dialog.tsx';
import { Share } from './share.tsx';
import './share.css';

export function openShare({ path, title, summary }: ArticleInfo, site: SiteInfo) {
  const url = site.url + path;
  openDialog('分享', 'card-dialog share-card', (close) => (
    <Share url={url} title={title} summary={summary} stamp={stampOf(site)} close={close} />
  ));
}
