import { type AccentTheme, accentThemes } from '@mojian/ui/accent';
import { palettes } from '../../../platform/shell/palettes.ts';
import { type PreviewProps, textOf } from './preview-props.ts';

/** The two themes in the order readers meet them, and when that is. */
const orders: Record<string, [time: 'light' | 'dark', when: string][]> = {
  system: [
    ['light', '设备是浅色时'],
    ['dark', '设备是深色时'],
  ],
  light: [
    ['light', '一打开就是'],
    ['dark', '自己换成深色之后'],
  ],
  dark: [
    ['dark', '一打开就是'],
    ['light', '自己换成浅色之后'],
  ],
};

/** A page in either theme, in the accent. */
export function LookPreview({ value, currentOf }: PreviewProps) {
  const themes = accentThemes(textOf(value, 'accent') || '#b83a2b');
  return (
    <div className="look-sample">
      {orders[textOf(value, 'theme')]?.map(([time, when]) => (
        <figure key={time}>
          <Page time={time} accent={themes[time]} name={textOf(currentOf('identity'), 'name')} />
          <figcaption>{when}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Page({ time, accent, name }: { time: 'light' | 'dark'; accent: AccentTheme; name: string }) {
  const { paper, ink, ink2, line2 } = palettes[time];
  return (
    <div className="sample" style={{ color: ink2, background: paper, borderColor: line2 }}>
      <b style={{ color: ink }}>{name}</b>
      <p>
        雨停了，檐下还在滴水。<u style={{ color: accent.seal }}>读下去</u>
      </p>
      <i style={{ background: accent.fill }}>按钮</i>
    </div>
  );
}
