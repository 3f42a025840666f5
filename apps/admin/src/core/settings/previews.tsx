import type { Value } from '@mojian/contract/core/settings-fields/field';
import { completeMenu, isMenuPlace, type MenuItem, menuPlaces, pageOfEntry } from '@mojian/contract/pages/menu';
import { featureOfPath } from '@mojian/contract/platform/features';
import { type AccentTheme, accentThemes } from '@mojian/ui/accent';
import { Icon } from '@mojian/ui/icon';
import { useShownPicture } from '@mojian/ui/shown-pictures';
import type { ComponentType } from 'react';
import { palettes } from '../../platform/shell/antd-theme.ts';
import { siteSeal, useOffice } from '../../platform/shell/office.tsx';
import { useMenuPages } from './menu-pages.ts';
import './previews.css';

const previews: Record<string, ComponentType<PreviewProps>> = {
  identity: IdentityPreview,
  author: AuthorPreview,
  announcement: AnnouncementPreview,
  footer: FooterPreview,
  menu: MenuPreview,
  look: LookPreview,
  festival: LanternPreview,
};

export function SettingPreview({ name, ...props }: PreviewProps & { name: string }) {
  const Shown = previews[name];
  if (!Shown) return null;
  return (
    <div className="field">
      <div>
        <b>预览</b>
        <p>读者将看到的样子</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and the preview has no fields */}
      <div className="field-control preview-seen" role="group" aria-label="预览">
        <Shown {...props} />
      </div>
    </div>
  );
}

type PreviewProps = {
  value: Value;
  /** Value of another group as typed by now. */
  currentOf: (name: string) => Value;
};

function fieldText(value: Value, field: string) {
  const text = value[field];
  return typeof text === 'string' ? text : '';
}

function IdentityPreview({ value }: PreviewProps) {
  const name = fieldText(value, 'name') || '站名';
  const brand = { name, logo: fieldText(value, 'logo'), seal: fieldText(value, 'seal') };
  return (
    <>
      <div className="field-inline">
        <BrandSample {...brand} time="day" />
        <BrandSample {...brand} time="night" />
      </div>
      <div className="preview-sample preview-found">
        <small>{location.host}</small>
        <b>{fieldText(value, 'tagline') || name}</b>
        <p>{fieldText(value, 'description') || '没有写介绍，搜索引擎会自己摘一段。'}</p>
      </div>
    </>
  );
}

type Props = { name: string; logo: string; seal: string; time?: 'day' | 'night' };

function BrandSample({ name, logo, seal, time }: Props) {
  const shown = useShownPicture(siteSeal({ name, logo }));
  return (
    <p className={`preview-sample preview-brand ${time ? `preview-by-${time}` : ''}`}>
      {(logo || seal !== 'none') && <img src={shown} alt="" width={28} height={28} />}
      {name}
    </p>
  );
}

function AuthorPreview({ value }: PreviewProps) {
  const name = fieldText(value, 'name') || '名字';
  const avatar = useShownPicture(fieldText(value, 'avatar'));
  const intro = fieldText(value, 'intro');
  const place = fieldText(value, 'place');
  return (
    <div className="preview-sample preview-author">
      {avatar ? <img src={avatar} alt="" /> : <span aria-hidden="true">{name.slice(0, 1)}</span>}
      <b>{name}</b>
      {intro && <p>{intro}</p>}
      {place && (
        <p className="preview-place">
          <Icon name="place" />
          {place}
        </p>
      )}
    </div>
  );
}

function AnnouncementPreview({ value }: PreviewProps) {
  const text = fieldText(value, 'text').trim();
  if (!text) return <p>没有公告，首页就没有这张便条。</p>;
  return (
    <div className="preview-sample preview-note">
      <b>
        <Icon name="bell" />
        公告
      </b>
      <p>{text}</p>
    </div>
  );
}

const dayMs = 86_400_000;

function FooterPreview({ value, currentOf }: PreviewProps) {
  const startedAt = Number(value.startedAt);
  const [first, last] = [startedAt, Date.now()].map((time) => new Date(time).getFullYear());
  const records = [fieldText(value, 'recordNum'), fieldText(value, 'policeRecordNum')].filter(Boolean);
  return (
    <div className="preview-sample preview-footer">
      <p>
        {fieldText(currentOf('author'), 'motto')}
        <span>本站已运行 {Math.max(0, Math.floor((Date.now() - startedAt) / dayMs))} 天</span>
      </p>
      <p>
        <span>
          © {first === last ? first : `${first}–${last}`} {fieldText(currentOf('identity'), 'name')}
        </span>
        {records.map((record) => (
          <u key={record}>{record}</u>
        ))}
        {fieldText(value, 'sourceCode') && <u>源代码</u>}
      </p>
    </div>
  );
}

function MenuPreview({ value, currentOf }: PreviewProps) {
  const { has } = useOffice();
  const { pages } = useMenuPages();
  const pageAt = (place: string) => pages.find(({ to, path }) => to === place && path !== '');
  const items = completeMenu(value.items as MenuItem[]).filter(
    ({ to, hidden }) => !hidden && has(featureOfPath(to)) && (pageOfEntry(to) === undefined || pageAt(to)),
  );
  const identity = currentOf('identity');
  return (
    <div className="preview-sample preview-menu">
      <BrandSample
        name={fieldText(identity, 'name')}
        logo={fieldText(identity, 'logo')}
        seal={fieldText(identity, 'seal')}
      />
      {items.map(({ to, words }) => (
        <span key={to}>{words || (isMenuPlace(to) ? menuPlaces[to] : (pageAt(to)?.title ?? to))}</span>
      ))}
    </div>
  );
}

const themeOrders: Record<string, [time: 'light' | 'dark', when: string][]> = {
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

function LookPreview({ value, currentOf }: PreviewProps) {
  const themes = accentThemes(fieldText(value, 'accent') || '#b83a2b');
  return (
    <div className="preview-look">
      {themeOrders[fieldText(value, 'theme')]?.map(([time, when]) => (
        <figure key={time}>
          <SamplePage time={time} accent={themes[time]} name={fieldText(currentOf('identity'), 'name')} />
          <figcaption>{when}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function SamplePage({ time, accent, name }: { time: 'light' | 'dark'; accent: AccentTheme; name: string }) {
  const { paper, ink, ink2, line2 } = palettes[time];
  return (
    <div className="preview-sample" style={{ color: ink2, background: paper, borderColor: line2 }}>
      <b style={{ color: ink }}>{name}</b>
      <p>
        雨停了，檐下还在滴水。<u style={{ color: accent.seal }}>读下去</u>
      </p>
      <i style={{ background: accent.fill }}>按钮</i>
    </div>
  );
}

const lanternTexts: Record<string, string> = {
  auto: '腊月廿三挂起，正月十五之后取下，首页有一句问候。',
  on: '一年到头都挂着。',
  off: '过年也不挂。',
};

function LanternPreview({ value }: PreviewProps) {
  const setting = fieldText(value, 'lantern');
  return (
    <div className="field-inline preview-lantern">
      <svg viewBox="0 0 64 112" className={`preview-lantern-${setting}`} aria-hidden="true">
        <path className="preview-lantern-cord" d="M32 0v30" />
        <path className="preview-lantern-body" d="M32 32c18 0 26 10 26 22s-8 22-26 22S6 66 6 54s8-22 26-22z" />
        <path
          className="preview-lantern-rib"
          d="M32 32c-11 4-15 12-15 22s4 18 15 22M32 32c11 4 15 12 15 22s-4 18-15 22M32 32v44"
        />
        <path className="preview-lantern-cap" d="M22 28h20v5H22zM22 75h20v5H22z" />
        <path className="preview-lantern-silk" d="M28 80v24M32 80v30M36 80v24" />
        <text x="32" y="62">
          岁
        </text>
      </svg>
      <p>{lanternTexts[setting]}</p>
    </div>
  );
}
