import { sealCharacter, sealUrl } from '@mojian/contract/core/icons';
import ours from '@mojian/ui/seal.svg?url&no-inline';

/** The address of the site's stamp; where its owner wants none, the seal all the same: the office is not the site. */
export function stampOf({ logo, name }: { logo: string; name: string }) {
  return logo || (sealCharacter(name) === '' ? ours : sealUrl(name));
}
