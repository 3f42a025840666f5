import { featureOfPath } from '@mojian/contract/core/features';
import { completeMenu, isMenuPlace, type MenuItem, menuPlaces } from '@mojian/contract/pages/menu';
import { useOffice } from '../../../platform/shell/use-office.ts';
import { BrandSample } from './brand-sample.tsx';
import { type PreviewProps, textOf } from './preview-props.ts';

/** The head of the page, on a wide screen. */
export function MenuPreview({ value, currentOf }: PreviewProps) {
  const { has } = useOffice();
  const items = completeMenu(value.items as MenuItem[]).filter(({ to, hidden }) => !hidden && has(featureOfPath(to)));
  const identity = currentOf('identity');
  return (
    <div className="sample menu-sample">
      <BrandSample name={textOf(identity, 'name')} logo={textOf(identity, 'logo')} seal={textOf(identity, 'seal')} />
      {items.map(({ to, words }) => (
        <span key={to}>{words || (isMenuPlace(to) ? menuPlaces[to] : to)}</span>
      ))}
    </div>
  );
}
