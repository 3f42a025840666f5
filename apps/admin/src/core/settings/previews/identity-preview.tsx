import { BrandSample } from './brand-sample.tsx';
import { type PreviewProps, textOf } from './preview-props.ts';

/** The head of the page by day and by night, and how a search engine may show the site. */
export function IdentityPreview({ value }: PreviewProps) {
  const name = textOf(value, 'name') || '站名';
  const brand = { name, logo: textOf(value, 'logo'), seal: textOf(value, 'seal') };
  return (
    <>
      <div className="inline">
        <BrandSample {...brand} time="day" />
        <BrandSample {...brand} time="night" />
      </div>
      <div className="sample found">
        <small>{location.host}</small>
        <b>{textOf(value, 'tagline') || name}</b>
        <p>{textOf(value, 'description') || '没有写介绍，搜索引擎会自己摘一段。'}</p>
      </div>
    </>
  );
}
