import seal from '@mojian/ui/seal.svg?url&no-inline';

/** The site's stamp: its `logo`, or ours. Never below 32 px, at most once in the content of a page besides header and footer. */
export function Seal({ className = '', logo = '' }: { className?: string; logo?: string }) {
  return <img className={`seal ${className}`} src={logo || seal} alt="" width={48} height={48} />;
}
